CREATE INDEX "notifications_time" ON "notifications" USING brin ("create_time");--> statement-breakpoint
CREATE INDEX "order_operations_time" ON "order_operations" USING brin ("time");--> statement-breakpoint
CREATE INDEX "order_trace_time" ON "order_trace" USING brin ("time");--> statement-breakpoint
CREATE INDEX "orders_with_photos" ON "orders" USING btree ("create_time") WHERE closing <> 'open' and photos <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "sms_notices_time" ON "sms_notices" USING brin ("create_time");