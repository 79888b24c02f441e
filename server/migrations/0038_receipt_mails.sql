CREATE TABLE "receipt_mails" (
	"order_id" text NOT NULL,
	"occasion" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"try_time" timestamp (3) with time zone,
	"last_error" text,
	"create_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipt_mails_order_id_occasion_pk" PRIMARY KEY("order_id","occasion")
);
--> statement-breakpoint
ALTER TABLE "receipt_mails" ADD CONSTRAINT "receipt_mails_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_mails_due" ON "receipt_mails" USING btree ("try_time");--> statement-breakpoint
CREATE INDEX "receipt_mails_time" ON "receipt_mails" USING brin ("create_time");