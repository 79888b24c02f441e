ALTER TABLE "prepared_orders" ADD COLUMN "text_state" text;--> statement-breakpoint
ALTER TABLE "prepared_orders" ADD COLUMN "text_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prepared_orders" ADD COLUMN "text_try_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "prepared_orders" ADD COLUMN "text_error" text;--> statement-breakpoint
ALTER TABLE "prepared_orders" ADD COLUMN "text_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "prepared_orders" ADD COLUMN "text_words" jsonb;--> statement-breakpoint
CREATE INDEX "receipt_mails_occasion" ON "receipt_mails" USING btree ("occasion");--> statement-breakpoint
CREATE INDEX "receipt_mails_given_up" ON "receipt_mails" USING btree ("create_time") WHERE "receipt_mails"."state" = 'givenUp';--> statement-breakpoint
CREATE INDEX "prepared_orders_text_due" ON "prepared_orders" USING btree ("text_try_time");