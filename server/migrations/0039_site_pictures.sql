CREATE TABLE "site_pictures" (
	"content_hash" text PRIMARY KEY NOT NULL,
	"source_hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "site_pictures_time" ON "site_pictures" USING btree ("create_time");