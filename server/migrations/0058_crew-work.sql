DROP INDEX "order_operations_time";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception_kind" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception_bags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ask_time" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "order_operations_actor" ON "order_operations" USING btree ("actor","time",operation_id collate "C");--> statement-breakpoint
CREATE INDEX "order_operations_views" ON "order_operations" USING btree ("time",operation_id collate "C") WHERE action in (801, 802);--> statement-breakpoint
CREATE INDEX "orders_asked" ON "orders" USING btree ("ask_time") WHERE "orders"."ask_time" is not null;--> statement-breakpoint
CREATE INDEX "orders_figures" ON "orders" USING btree ("pickup_time") WHERE paid_time is not null;--> statement-breakpoint
CREATE INDEX "order_operations_time" ON "order_operations" USING btree ("time",operation_id collate "C");