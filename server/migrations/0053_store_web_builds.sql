CREATE TABLE "web_assets" (
	"name" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_builds" (
	"build_id" text PRIMARY KEY NOT NULL,
	"files" jsonb NOT NULL,
	"publish_time" timestamp (3) with time zone NOT NULL
);
