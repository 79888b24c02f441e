CREATE TABLE "removed_files" (
	"removal_id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"claim_time" timestamp (3) with time zone,
	"create_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removed_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "failed_jobs" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"tries" integer NOT NULL,
	"next_time" timestamp (3) with time zone,
	"last_error" text,
	"create_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "failed_jobs_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
CREATE INDEX "failed_jobs_due" ON "failed_jobs" USING btree ("kind","next_time") WHERE "failed_jobs"."next_time" is not null;--> statement-breakpoint
CREATE INDEX "orders_handed" ON "orders" USING btree ("handed_time") WHERE closing = 'open' and warehouse = 'handed';