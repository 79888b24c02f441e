DROP INDEX "employee_notifications_time";--> statement-breakpoint
DROP INDEX "notifications_time";--> statement-breakpoint
DROP INDEX "order_trace_time";--> statement-breakpoint
DROP INDEX "push_messages_time";--> statement-breakpoint
DROP INDEX "receipt_mails_time";--> statement-breakpoint
DROP INDEX "sms_notices_time";--> statement-breakpoint
CREATE INDEX "employee_notifications_time" ON "employee_notifications" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "notifications_time" ON "notifications" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "order_trace_time" ON "order_trace" USING btree ("time");--> statement-breakpoint
CREATE INDEX "push_messages_time" ON "push_messages" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "receipt_mails_time" ON "receipt_mails" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "sms_notices_time" ON "sms_notices" USING btree ("create_time");