CREATE TABLE "open_order_tallies" (
	"share" smallint NOT NULL,
	"review" text NOT NULL,
	"payment" text NOT NULL,
	"assignment" text NOT NULL,
	"transfer" text NOT NULL,
	"pickup" text NOT NULL,
	"transport" text NOT NULL,
	"warehouse" text NOT NULL,
	"exception" text NOT NULL,
	"orders" bigint NOT NULL,
	CONSTRAINT "open_order_tallies_lifecycle" PRIMARY KEY("share","review","payment","assignment","transfer","pickup","transport","warehouse","exception")
);
--> statement-breakpoint
INSERT INTO "open_order_tallies" SELECT 0, review, payment, assignment, transfer, pickup, transport, warehouse, exception, count(*) FROM "orders" WHERE "closing" = 'open' GROUP BY review, payment, assignment, transfer, pickup, transport, warehouse, exception;--> statement-breakpoint
CREATE FUNCTION tally_open_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Of a connection its own share, as far as they go: two that write one row would wait for each other's commit.
  own smallint := pg_backend_pid() % 16;
BEGIN
  IF tg_op <> 'INSERT' AND old.closing = 'open' THEN
    INSERT INTO open_order_tallies VALUES (own, old.review, old.payment, old.assignment, old.transfer, old.pickup, old.transport, old.warehouse, old.exception, -1)
    ON CONFLICT (share, review, payment, assignment, transfer, pickup, transport, warehouse, exception) DO UPDATE SET orders = open_order_tallies.orders - 1;
  END IF;
  IF tg_op <> 'DELETE' AND new.closing = 'open' THEN
    INSERT INTO open_order_tallies VALUES (own, new.review, new.payment, new.assignment, new.transfer, new.pickup, new.transport, new.warehouse, new.exception, 1)
    ON CONFLICT (share, review, payment, assignment, transfer, pickup, transport, warehouse, exception) DO UPDATE SET orders = open_order_tallies.orders + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_open_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (new.closing = 'open') EXECUTE FUNCTION tally_open_orders();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_open_update AFTER UPDATE OF review, payment, assignment, transfer, pickup, transport, warehouse, exception, closing ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN ((old.closing = 'open' OR new.closing = 'open') AND (old.review, old.payment, old.assignment, old.transfer, old.pickup, old.transport, old.warehouse, old.exception, old.closing) IS DISTINCT FROM (new.review, new.payment, new.assignment, new.transfer, new.pickup, new.transport, new.warehouse, new.exception, new.closing)) EXECUTE FUNCTION tally_open_orders();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_tally_open_delete AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (old.closing = 'open') EXECUTE FUNCTION tally_open_orders();
