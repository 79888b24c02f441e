CREATE TABLE "payment_disputes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"close_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "asking" text DEFAULT 'idle' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_sessions_given_up" ON "payment_sessions" USING btree ("create_time") WHERE "payment_sessions"."asking" = 'givenUp';--> statement-breakpoint
UPDATE "payment_sessions" SET "asking" = 'checking' WHERE "check_time" IS NOT NULL;
