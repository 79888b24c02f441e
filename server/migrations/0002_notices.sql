CREATE TABLE "sms_notices" (
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"try_time" timestamp (3) with time zone,
	"sent_time" timestamp (3) with time zone,
	"create_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sms_notices_order_id_kind_pk" PRIMARY KEY("order_id","kind")
);
--> statement-breakpoint
ALTER TABLE "sms_notices" ADD CONSTRAINT "sms_notices_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sms_notices_due" ON "sms_notices" USING btree ("try_time");--> statement-breakpoint
CREATE INDEX "orders_pickup_site" ON "orders" USING btree (("pickup_place" ->> 'siteId'));--> statement-breakpoint
CREATE INDEX "orders_delivery_site" ON "orders" USING btree (("delivery_place" ->> 'siteId'));