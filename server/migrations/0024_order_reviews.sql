CREATE TABLE "order_reviews" (
	"order_id" text PRIMARY KEY NOT NULL,
	"result" text NOT NULL,
	"reviewer" text,
	"reason" text,
	"begin_time" timestamp (3) with time zone NOT NULL,
	"decide_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "order_reviews" ADD CONSTRAINT "order_reviews_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "order_reviews" SELECT o.order_id, CASE o.review WHEN 'waitConfirm' THEN 'wait' WHEN 'pass' THEN 'pass' ELSE 'reject' END, d.actor, o.review_failure, coalesce(b.time, o.create_time), d.time FROM "orders" o LEFT JOIN LATERAL (SELECT actor, time FROM "order_operations" WHERE order_id = o.order_id AND action IN (1, 2) ORDER BY position DESC LIMIT 1) d ON true LEFT JOIN LATERAL (SELECT time FROM "order_operations" WHERE order_id = o.order_id AND action = 26 ORDER BY position LIMIT 1) b ON true WHERE o.review <> 'none';
