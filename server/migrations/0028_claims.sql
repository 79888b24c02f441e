CREATE TABLE "claim_history" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"claim_id" text NOT NULL,
	"type" text NOT NULL,
	"actor" text NOT NULL,
	"words" text,
	"amount" integer,
	"time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"claim_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"uin" text NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"photos" jsonb NOT NULL,
	"asked_amount" integer NOT NULL,
	"currency" text NOT NULL,
	"stage" text NOT NULL,
	"complaint" text DEFAULT 'none' NOT NULL,
	"due_time" timestamp (3) with time zone,
	"complaint_due_time" timestamp (3) with time zone,
	"offer" integer DEFAULT 0 NOT NULL,
	"amount" integer DEFAULT 0 NOT NULL,
	"paid" integer DEFAULT 0 NOT NULL,
	"offer_words" text DEFAULT '' NOT NULL,
	"offer_time" timestamp (3) with time zone,
	"paid_out" integer DEFAULT 0 NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "claim_id" text;--> statement-breakpoint
ALTER TABLE "claim_history" ADD CONSTRAINT "claim_history_claim_id_claims_claim_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("claim_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_history_claim" ON "claim_history" USING btree ("claim_id","position");--> statement-breakpoint
CREATE INDEX "claims_order" ON "claims" USING btree ("order_id","create_time");--> statement-breakpoint
CREATE INDEX "claims_traveller" ON "claims" USING btree ("uin");--> statement-breakpoint
CREATE INDEX "claims_list" ON "claims" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "claims_open" ON "claims" USING btree ("create_time") WHERE stage not in ('paid', 'declined', 'closed') or complaint in ('waiting', 'late');--> statement-breakpoint
CREATE INDEX "claims_due" ON "claims" USING btree ("due_time") WHERE stage in ('received', 'askedAgain', 'accepted');--> statement-breakpoint
CREATE INDEX "claims_complaint_due" ON "claims" USING btree ("complaint_due_time") WHERE complaint = 'waiting';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_claim_id_claims_claim_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("claim_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_claim" ON "refunds" USING btree ("claim_id");