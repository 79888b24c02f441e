CREATE TABLE "sandbox_refunds" (
	"refund_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"fails" boolean NOT NULL,
	"answer_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_refunds_refund_id_attempt_pk" PRIMARY KEY("refund_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "sandbox_sessions" ADD COLUMN "fails_refunds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_given_up" ON "refunds" USING btree ("create_time") WHERE "refunds"."state" = 'needsOperator';--> statement-breakpoint
-- Refunds that a provider took before this release are asked about, in case its news was lost.
UPDATE "refunds" SET "try_time" = now() WHERE "state" = 'requested' AND "try_time" IS NULL;
