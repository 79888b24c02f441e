ALTER TABLE "orders" ADD COLUMN "return_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "return_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "return_choice" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "return_place" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "return_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "return_due_time" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_return_due" ON "orders" USING btree ("return_due_time") WHERE "orders"."return_due_time" is not null;