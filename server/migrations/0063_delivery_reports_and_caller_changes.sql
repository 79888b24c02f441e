DROP INDEX "sms_notices_given_up";--> statement-breakpoint
ALTER TABLE "order_changes" ADD COLUMN "employee" text;--> statement-breakpoint
ALTER TABLE "prepared_orders" ADD COLUMN "text_message_id" text;--> statement-breakpoint
ALTER TABLE "sms_notices" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "delivery" text;--> statement-breakpoint
CREATE INDEX "prepared_orders_text_message" ON "prepared_orders" USING btree ("text_message_id") WHERE "prepared_orders"."text_message_id" is not null;--> statement-breakpoint
CREATE INDEX "sms_notices_message" ON "sms_notices" USING btree ("message_id") WHERE "sms_notices"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "verification_codes_message" ON "verification_codes" USING btree ("message_id") WHERE "verification_codes"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "sms_notices_given_up" ON "sms_notices" USING btree ("create_time") WHERE "sms_notices"."state" in ('givenUp', 'undelivered');