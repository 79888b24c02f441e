CREATE TABLE "order_changes" (
	"change_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"stage" text NOT NULL,
	"due_time" timestamp (3) with time zone,
	"promised_time" timestamp (3) with time zone NOT NULL,
	"facts" jsonb NOT NULL,
	"wanted" jsonb,
	"place" jsonb,
	"difference" integer NOT NULL,
	"payment_id" text,
	"create_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "change_waits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_changes_one_open" ON "order_changes" USING btree ("order_id") WHERE "order_changes"."stage" in ('waitPayment', 'waitDecision', 'overdue');--> statement-breakpoint
CREATE INDEX "order_changes_order" ON "order_changes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_changes_payment" ON "order_changes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "order_changes_due" ON "order_changes" USING btree ("due_time") WHERE "order_changes"."due_time" is not null;--> statement-breakpoint
CREATE INDEX "order_changes_unanswered" ON "order_changes" USING btree ("promised_time") WHERE "order_changes"."stage" in ('waitDecision', 'overdue');