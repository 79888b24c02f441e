CREATE TABLE "prepared_orders" (
	"prepared_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"source" text NOT NULL,
	"creation_type" text NOT NULL,
	"employee_id" text NOT NULL,
	"site_id" text NOT NULL,
	"draft" jsonb NOT NULL,
	"pickup_place" jsonb NOT NULL,
	"delivery_place" jsonb NOT NULL,
	"time_zone" text NOT NULL,
	"guest" jsonb,
	"strangers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"texts" integer DEFAULT 0 NOT NULL,
	"order_id" text,
	"create_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "uin" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source" text DEFAULT 'selfService' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "creation_type" text DEFAULT 'createByCustomer' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "prepared_orders_token" ON "prepared_orders" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "prepared_orders_waiting" ON "prepared_orders" USING btree ("create_time") WHERE "prepared_orders"."order_id" is null;--> statement-breakpoint
CREATE INDEX "prepared_orders_end" ON "prepared_orders" USING btree ("end_time");