ALTER TABLE "order_bags" ADD COLUMN "confirm_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "assignment" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "courier_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer_courier_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer_courier_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer_courier_phone" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer_courier_plate" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception_is_important" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "confirmed_pieces" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_courier" ON "orders" USING btree ("courier_id");--> statement-breakpoint
CREATE INDEX "orders_transfer_courier" ON "orders" USING btree ("transfer_courier_id");--> statement-breakpoint
UPDATE "orders" SET "assignment" = 'accepted' WHERE "pickup" <> 'none';
