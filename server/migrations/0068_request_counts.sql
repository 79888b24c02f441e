CREATE TABLE "request_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL
);
