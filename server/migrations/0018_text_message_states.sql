ALTER TABLE "sms_notices" ADD COLUMN "state" text DEFAULT 'due' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_notices" ADD COLUMN "last_error" text;--> statement-breakpoint
CREATE INDEX "sms_notices_given_up" ON "sms_notices" USING btree ("create_time") WHERE "sms_notices"."state" = 'givenUp';--> statement-breakpoint
UPDATE "sms_notices" SET "state" = CASE WHEN "sent_time" IS NOT NULL THEN 'sent' ELSE 'givenUp' END WHERE "try_time" IS NULL;
