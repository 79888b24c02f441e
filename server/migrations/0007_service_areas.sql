CREATE TABLE "service_areas" (
	"site_id" text NOT NULL,
	"region_id" text NOT NULL,
	"travel_minutes" integer,
	"surcharge_per_piece" integer DEFAULT 0 NOT NULL,
	"address_km" double precision,
	CONSTRAINT "service_areas_site_id_region_id_pk" PRIMARY KEY("site_id","region_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "travel_minutes" integer DEFAULT 180 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "distance_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "storage_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "service_areas" ADD CONSTRAINT "service_areas_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_areas" ADD CONSTRAINT "service_areas_region_id_regions_region_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("region_id") ON DELETE no action ON UPDATE no action;