CREATE TABLE "consents" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"uin" text NOT NULL,
	"kind" text NOT NULL,
	"is_given" boolean NOT NULL,
	"version" text NOT NULL,
	"locale" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_numbers" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_numbers_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "choice" text;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "surface" text;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "receipt_number" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credit_note_number" text;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_traveller" ON "consents" USING btree ("uin","position");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sessions_receipt_number" ON "payment_sessions" USING btree ("receipt_number") WHERE "payment_sessions"."receipt_number" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_credit_note_number" ON "refunds" USING btree ("credit_note_number") WHERE "refunds"."credit_note_number" is not null;--> statement-breakpoint
CREATE INDEX "users_typed_phone" ON "users" USING btree ("typed_phone_number") WHERE "users"."typed_phone_number" is not null;
--> statement-breakpoint
WITH "numbered" AS (
	SELECT "payment_sessions"."session_id",
		extract(year FROM "payment_sessions"."update_time" AT TIME ZONE "orders"."time_zone")::integer AS "year",
		row_number() OVER (
			PARTITION BY extract(year FROM "payment_sessions"."update_time" AT TIME ZONE "orders"."time_zone")
			ORDER BY "payment_sessions"."update_time", "payment_sessions"."session_id"
		) AS "number"
	FROM "payment_sessions"
	JOIN "payments" ON "payments"."payment_id" = "payment_sessions"."payment_id"
	JOIN "orders" ON "orders"."order_id" = "payments"."order_id"
	WHERE "payment_sessions"."state" = 'paid'
), "counted" AS (
	INSERT INTO "document_numbers" SELECT 'R', "year", max("number") FROM "numbered" GROUP BY "year"
)
UPDATE "payment_sessions"
SET "receipt_number" = 'R-' || "year" || '-' || lpad("number"::text, greatest(6, length("number"::text)), '0')
FROM "numbered" WHERE "numbered"."session_id" = "payment_sessions"."session_id";
--> statement-breakpoint
WITH "numbered" AS (
	SELECT "refunds"."refund_id",
		extract(year FROM "refunds"."done_time" AT TIME ZONE "orders"."time_zone")::integer AS "year",
		row_number() OVER (
			PARTITION BY extract(year FROM "refunds"."done_time" AT TIME ZONE "orders"."time_zone")
			ORDER BY "refunds"."done_time", "refunds"."refund_id"
		) AS "number"
	FROM "refunds"
	JOIN "orders" ON "orders"."order_id" = "refunds"."order_id"
	WHERE "refunds"."done_time" IS NOT NULL
), "counted" AS (
	INSERT INTO "document_numbers" SELECT 'C', "year", max("number") FROM "numbered" GROUP BY "year"
)
UPDATE "refunds"
SET "credit_note_number" = 'C-' || "year" || '-' || lpad("number"::text, greatest(6, length("number"::text)), '0'),
	"reason" = CASE WHEN "claim_id" IS NULL THEN NULL ELSE 'claim' END
FROM "numbered" WHERE "numbered"."refund_id" = "refunds"."refund_id";
