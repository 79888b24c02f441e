CREATE TABLE "refund_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"claim_id" text,
	"act" text NOT NULL,
	"body" jsonb NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"employee_id" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"decider_id" text,
	"decide_time" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_claim_id_claims_claim_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("claim_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_order" ON "refund_requests" USING btree ("order_id","create_time");--> statement-breakpoint
CREATE INDEX "refund_requests_claim" ON "refund_requests" USING btree ("claim_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_waiting" ON "refund_requests" USING btree ("order_id") WHERE "refund_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "refund_requests_waiting" ON "refund_requests" USING btree ("create_time") WHERE "refund_requests"."state" = 'waiting';