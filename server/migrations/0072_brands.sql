CREATE TABLE "brands" (
	"brand_id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"color" jsonb,
	"logo" jsonb,
	"icon" text,
	"from_time" timestamp (3) with time zone,
	"closed_time" timestamp (3) with time zone
);
