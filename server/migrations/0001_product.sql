CREATE TABLE "feedback" (
	"feedback_id" text PRIMARY KEY NOT NULL,
	"uin" text NOT NULL,
	"type" integer NOT NULL,
	"text" text NOT NULL,
	"images" jsonb NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "kept_time" timestamp (3) with time zone;--> statement-breakpoint
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
ALTER TABLE "orders" ADD COLUMN "courier_arrived_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "photos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_list" ON "feedback" USING btree ("create_time","feedback_id");--> statement-breakpoint
CREATE INDEX "feedback_sender" ON "feedback" USING btree ("uin","create_time");--> statement-breakpoint
CREATE INDEX "files_not_kept" ON "files" USING btree ("create_time") WHERE "files"."kept_time" is null;--> statement-breakpoint
CREATE INDEX "orders_courier" ON "orders" USING btree ("courier_id");--> statement-breakpoint
CREATE INDEX "orders_transfer_courier" ON "orders" USING btree ("transfer_courier_id");--> statement-breakpoint
UPDATE "orders" SET "assignment" = 'accepted' WHERE "pickup" <> 'none';--> statement-breakpoint
UPDATE "orders" SET "courier_arrived_time" = "order_trace"."time" FROM "order_trace" WHERE "order_trace"."order_id" = "orders"."order_id" AND "order_trace"."type" = 'courier_arrived_at_pickup_site';--> statement-breakpoint
UPDATE "files" SET "kept_time" = "create_time";
