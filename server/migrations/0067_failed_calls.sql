CREATE TABLE "failed_calls" (
	"request_id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"code" integer,
	"order_id" text,
	"account" text,
	"error" jsonb,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "failed_calls_reference" ON "failed_calls" USING btree ("reference","create_time");--> statement-breakpoint
CREATE INDEX "failed_calls_time" ON "failed_calls" USING btree ("create_time");