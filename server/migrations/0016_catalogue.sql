CREATE TABLE "announcements" (
	"announcement_id" text PRIMARY KEY NOT NULL,
	"region_id" text,
	"title" jsonb NOT NULL,
	"content" jsonb NOT NULL,
	"from_time" timestamp (3) with time zone,
	"until_time" timestamp (3) with time zone,
	"create_time" timestamp (3) with time zone NOT NULL,
	"closed_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "catalogue_operations" (
	"operation_id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"action" integer NOT NULL,
	"actor" text NOT NULL,
	"kind" text NOT NULL,
	"entry_id" text NOT NULL,
	"change" text NOT NULL,
	"fields" jsonb NOT NULL,
	"time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "configuration" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"closed_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "vehicles" (
	"vehicle_id" text PRIMARY KEY NOT NULL,
	"plate" text NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"courier_id" text,
	"closed_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "past_prices" (
	"site_id" text NOT NULL,
	"replaced_time" timestamp (3) with time zone NOT NULL,
	"price_rule" jsonb NOT NULL,
	"plan" jsonb NOT NULL,
	"areas" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_rules" (
	"price_rule_id" text PRIMARY KEY NOT NULL,
	"rule" jsonb NOT NULL,
	"closed_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "insurance_plans" ADD COLUMN "closed_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "regions" ADD COLUMN "closed_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD COLUMN "closed_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_areas" ADD COLUMN "closed_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "price_rule_id" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "closed_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_region_id_regions_region_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("region_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_courier_id_employees_employee_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_region" ON "announcements" USING btree ("region_id");--> statement-breakpoint
CREATE INDEX "catalogue_operations_position" ON "catalogue_operations" USING btree ("position");--> statement-breakpoint
CREATE INDEX "vehicles_courier" ON "vehicles" USING btree ("courier_id");--> statement-breakpoint
CREATE INDEX "past_prices_site" ON "past_prices" USING btree ("site_id","replaced_time");--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_price_rule_id_price_rules_price_rule_id_fk" FOREIGN KEY ("price_rule_id") REFERENCES "public"."price_rules"("price_rule_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sites_price_rule" ON "sites" USING btree ("price_rule_id");
--> statement-breakpoint
INSERT INTO price_rules (price_rule_id, rule) SELECT site_id, price_rule FROM sites;
--> statement-breakpoint
UPDATE sites SET price_rule_id = site_id;
--> statement-breakpoint
INSERT INTO vehicles (vehicle_id, plate, courier_id) SELECT employee_id, plate, employee_id FROM employees WHERE plate <> '';
