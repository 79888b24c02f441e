CREATE TABLE "places_version" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "places_version" ("version") VALUES (1);
--> statement-breakpoint
CREATE FUNCTION count_places_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE places_version SET version = version + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER regions_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON regions
FOR EACH STATEMENT EXECUTE FUNCTION count_places_version();
--> statement-breakpoint
CREATE TRIGGER insurance_plans_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON insurance_plans
FOR EACH STATEMENT EXECUTE FUNCTION count_places_version();
--> statement-breakpoint
CREATE TRIGGER sites_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sites
FOR EACH STATEMENT EXECUTE FUNCTION count_places_version();
--> statement-breakpoint
CREATE TRIGGER service_areas_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON service_areas
FOR EACH STATEMENT EXECUTE FUNCTION count_places_version();
--> statement-breakpoint
CREATE TRIGGER qr_codes_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON qr_codes
FOR EACH STATEMENT EXECUTE FUNCTION count_places_version();
