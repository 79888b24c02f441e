CREATE TABLE "order_tallies" (
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
	CONSTRAINT "order_tallies_lifecycle" PRIMARY KEY("review","payment","assignment","transfer","pickup","transport","warehouse","exception","closing")
);
--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("create_time","order_id");--> statement-breakpoint
CREATE INDEX "orders_work" ON "orders" USING btree ("create_time","order_id") WHERE closing = 'open' or payment = 'refunding';--> statement-breakpoint
CREATE INDEX "orders_rejected" ON "orders" USING btree ("create_time","order_id") WHERE review = 'fail';--> statement-breakpoint
CREATE INDEX "orders_waiting_bags" ON "orders" USING btree ("create_time") WHERE warehouse = 'completed' and closing = 'open';--> statement-breakpoint
INSERT INTO "order_tallies" SELECT review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing, count(*) FROM "orders" WHERE "closing" <> 'open' GROUP BY review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing;--> statement-breakpoint
CREATE FUNCTION tally_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' AND old.closing <> 'open' THEN
    UPDATE order_tallies SET orders = orders - 1
    WHERE review = old.review and payment = old.payment and assignment = old.assignment and transfer = old.transfer and pickup = old.pickup and transport = old.transport and warehouse = old.warehouse and exception = old.exception and closing = old.closing;
  END IF;
  IF tg_op <> 'DELETE' AND new.closing <> 'open' THEN
    INSERT INTO order_tallies VALUES (new.review, new.payment, new.assignment, new.transfer, new.pickup, new.transport, new.warehouse, new.exception, new.closing, 1)
    ON CONFLICT (review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing) DO UPDATE SET orders = order_tallies.orders + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (new.closing <> 'open') EXECUTE FUNCTION tally_orders();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_update AFTER UPDATE OF review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (old.closing <> 'open' OR new.closing <> 'open') EXECUTE FUNCTION tally_orders();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_delete AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (old.closing <> 'open') EXECUTE FUNCTION tally_orders();
