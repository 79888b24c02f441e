CREATE TABLE "order_scope_tallies" (
	"scope" text NOT NULL,
	"review" text NOT NULL,
	"payment" text NOT NULL,
	"assignment" text NOT NULL,
	"transfer" text NOT NULL,
	"pickup" text NOT NULL,
	"transport" text NOT NULL,
	"warehouse" text NOT NULL,
	"exception" text NOT NULL,
	"closing" text NOT NULL,
	"orders" bigint NOT NULL,
	CONSTRAINT "order_scope_tallies_lifecycle" PRIMARY KEY("scope","review","payment","assignment","transfer","pickup","transport","warehouse","exception","closing")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "collection_reminder_time" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_collection_reminder" ON "orders" USING btree ("collection_reminder_time") WHERE "orders"."collection_reminder_time" is not null;--> statement-breakpoint
CREATE INDEX "orders_open_lifecycle" ON "orders" USING btree ("review","payment","assignment","transfer","pickup","transport","warehouse","exception") WHERE closing = 'open';--> statement-breakpoint
CREATE INDEX "orders_open_courier" ON "orders" USING btree ("courier_id") WHERE closing = 'open';--> statement-breakpoint
CREATE INDEX "orders_open_pickup_site" ON "orders" USING btree (("pickup_place" ->> 'siteId')) WHERE closing = 'open';--> statement-breakpoint
CREATE INDEX "orders_open_delivery_site" ON "orders" USING btree (("delivery_place" ->> 'siteId')) WHERE closing = 'open';--> statement-breakpoint
UPDATE "orders" SET "collection_reminder_time" = (SELECT max("time") FROM "order_trace" WHERE "order_trace"."order_id" = "orders"."order_id" and "type" = 'warehoused') + interval '24 hours'
WHERE "warehouse" = 'completed' and "closing" = 'open' and not exists (SELECT FROM "notifications" WHERE "notifications"."uin" = "orders"."uin" and "type" = 7 and "content" ->> 'orderId' = "orders"."order_id");--> statement-breakpoint
CREATE FUNCTION order_scopes(courier text, transfer_courier text, pickup jsonb, delivery jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT scope FROM unnest(ARRAY['courier:' || courier, 'courier:' || transfer_courier, 'site:' || (pickup ->> 'siteId'), 'site:' || (delivery ->> 'siteId')]) scope
  WHERE scope IS NOT NULL ORDER BY scope
$$;
--> statement-breakpoint
INSERT INTO "order_scope_tallies" SELECT scope, review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing, count(*) FROM "orders", order_scopes("orders".courier_id, "orders".transfer_courier_id, "orders".pickup_place, "orders".delivery_place) scope WHERE "closing" <> 'open' GROUP BY scope, review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing;--> statement-breakpoint
CREATE FUNCTION tally_order_scopes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' AND old.closing <> 'open' THEN
    UPDATE order_scope_tallies SET orders = orders - 1
    WHERE scope IN (SELECT order_scopes(old.courier_id, old.transfer_courier_id, old.pickup_place, old.delivery_place)) and review = old.review and payment = old.payment and assignment = old.assignment and transfer = old.transfer and pickup = old.pickup and transport = old.transport and warehouse = old.warehouse and exception = old.exception and closing = old.closing;
  END IF;
  IF tg_op <> 'DELETE' AND new.closing <> 'open' THEN
    INSERT INTO order_scope_tallies SELECT scope, new.review, new.payment, new.assignment, new.transfer, new.pickup, new.transport, new.warehouse, new.exception, new.closing, 1 FROM order_scopes(new.courier_id, new.transfer_courier_id, new.pickup_place, new.delivery_place) scope
    ON CONFLICT (scope, review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing) DO UPDATE SET orders = order_scope_tallies.orders + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_scopes_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (new.closing <> 'open') EXECUTE FUNCTION tally_order_scopes();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_scopes_update AFTER UPDATE OF review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing, courier_id, transfer_courier_id, pickup_place, delivery_place ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (old.closing <> 'open' OR new.closing <> 'open') EXECUTE FUNCTION tally_order_scopes();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_scopes_delete AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (old.closing <> 'open') EXECUTE FUNCTION tally_order_scopes();
