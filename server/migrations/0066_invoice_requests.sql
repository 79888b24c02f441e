CREATE TABLE "invoices" (
	"order_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"buyer" text NOT NULL,
	"name" text NOT NULL,
	"tax_number" text,
	"email" text NOT NULL,
	"request_time" timestamp (3) with time zone NOT NULL,
	"decide_time" timestamp (3) with time zone,
	"amount" integer,
	"reason" text,
	"words" text DEFAULT '' NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"red_due_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_waiting" ON "invoices" USING btree ("request_time") WHERE "invoices"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "invoices_red_due" ON "invoices" USING btree ("red_due_time") WHERE "invoices"."red_due_time" is not null;