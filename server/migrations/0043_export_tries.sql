ALTER TABLE "account_exports" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account_exports" ADD COLUMN "sent_time" timestamp (3) with time zone;