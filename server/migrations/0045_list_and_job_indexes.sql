DROP INDEX "orders_open_courier";--> statement-breakpoint
DROP INDEX "orders_open_pickup_site";--> statement-breakpoint
DROP INDEX "orders_open_delivery_site";--> statement-breakpoint
DROP INDEX "claims_list";--> statement-breakpoint
DROP INDEX "receipt_mails_due";--> statement-breakpoint
DROP INDEX "orders_courier";--> statement-breakpoint
DROP INDEX "orders_transfer_courier";--> statement-breakpoint
DROP INDEX "orders_pickup_site";--> statement-breakpoint
DROP INDEX "orders_delivery_site";--> statement-breakpoint
DROP INDEX "orders_return_site";--> statement-breakpoint
DROP INDEX "orders_payment_reminder";--> statement-breakpoint
DROP INDEX "payment_sessions_check";--> statement-breakpoint
DROP INDEX "refunds_try";--> statement-breakpoint
DROP INDEX "sandbox_sessions_answer";--> statement-breakpoint
DROP INDEX "sandbox_sessions_expiry";--> statement-breakpoint
DROP INDEX "prepared_orders_text_due";--> statement-breakpoint
DROP INDEX "sms_notices_due";--> statement-breakpoint
CREATE INDEX "person_operations_person" ON "person_operations" USING btree ("uin","position");--> statement-breakpoint
CREATE INDEX "catalogue_operations_time" ON "catalogue_operations" USING btree ("time");--> statement-breakpoint
CREATE INDEX "failed_jobs_subject" ON "failed_jobs" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "receiver_links_time" ON "receiver_links" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "orders_work_courier" ON "orders" USING btree ("courier_id","create_time","order_id") WHERE closing = 'open' or payment = 'refunding';--> statement-breakpoint
CREATE INDEX "orders_work_pickup_site" ON "orders" USING btree (("pickup_place" ->> 'siteId'),"create_time","order_id") WHERE closing = 'open' or payment = 'refunding';--> statement-breakpoint
CREATE INDEX "orders_work_delivery_site" ON "orders" USING btree (("delivery_place" ->> 'siteId'),"create_time","order_id") WHERE closing = 'open' or payment = 'refunding';--> statement-breakpoint
CREATE INDEX "payment_disputes_open" ON "payment_disputes" USING btree ("create_time","dispute_id") WHERE "payment_disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "prepared_orders_order" ON "prepared_orders" USING btree ("order_id") WHERE "prepared_orders"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "prepared_orders_guest" ON "prepared_orders" USING btree (("guest" ->> 'phoneNumber'));--> statement-breakpoint
CREATE INDEX "claims_list" ON "claims" USING btree (coalesce(least("due_time", "complaint_due_time"), 'infinity'::timestamptz),"create_time","claim_id");--> statement-breakpoint
CREATE INDEX "receipt_mails_due" ON "receipt_mails" USING btree ("try_time") WHERE "receipt_mails"."try_time" is not null;--> statement-breakpoint
CREATE INDEX "orders_courier" ON "orders" USING btree ("courier_id","create_time","order_id");--> statement-breakpoint
CREATE INDEX "orders_transfer_courier" ON "orders" USING btree ("transfer_courier_id") WHERE "orders"."transfer_courier_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_pickup_site" ON "orders" USING btree (("pickup_place" ->> 'siteId'),"create_time","order_id");--> statement-breakpoint
CREATE INDEX "orders_delivery_site" ON "orders" USING btree (("delivery_place" ->> 'siteId'),"create_time","order_id");--> statement-breakpoint
CREATE INDEX "orders_return_site" ON "orders" USING btree (("return_place" ->> 'siteId'),"create_time","order_id") WHERE return_state in ('inProgress', 'completed');--> statement-breakpoint
CREATE INDEX "orders_payment_reminder" ON "orders" USING btree ("payment_reminder_time") WHERE "orders"."payment_reminder_time" is not null;--> statement-breakpoint
CREATE INDEX "payment_sessions_check" ON "payment_sessions" USING btree ("check_time") WHERE "payment_sessions"."check_time" is not null;--> statement-breakpoint
CREATE INDEX "refunds_try" ON "refunds" USING btree ("try_time") WHERE "refunds"."try_time" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_sessions_answer" ON "sandbox_sessions" USING btree ("answer_time") WHERE "sandbox_sessions"."answer_time" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_sessions_expiry" ON "sandbox_sessions" USING btree ("expires_at") WHERE "sandbox_sessions"."state" in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "prepared_orders_text_due" ON "prepared_orders" USING btree ("text_try_time") WHERE "prepared_orders"."text_try_time" is not null;--> statement-breakpoint
CREATE INDEX "sms_notices_due" ON "sms_notices" USING btree ("try_time") WHERE "sms_notices"."try_time" is not null;