CREATE TABLE "verification_counts" (
	"country" text NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"sent" integer NOT NULL,
	"verified" integer NOT NULL,
	CONSTRAINT "verification_counts_country_start_time_pk" PRIMARY KEY("country","start_time")
);
--> statement-breakpoint
CREATE TABLE "verification_guesses" (
	"guess_id" text PRIMARY KEY NOT NULL,
	"dial_code" text NOT NULL,
	"phone_number" text NOT NULL,
	"code_id" text,
	"guesser" text NOT NULL,
	"sender" text NOT NULL,
	"block" text,
	"is_counted" boolean NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_pauses" (
	"country" text PRIMARY KEY NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "position" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "block" text;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "is_joined" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "is_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "verify_time" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "verification_guesses_phone" ON "verification_guesses" USING btree ("dial_code","phone_number","create_time");--> statement-breakpoint
CREATE INDEX "verification_guesses_sender" ON "verification_guesses" USING btree ("sender","create_time");--> statement-breakpoint
CREATE INDEX "verification_guesses_block" ON "verification_guesses" USING btree ("block","create_time");--> statement-breakpoint
CREATE INDEX "verification_guesses_time" ON "verification_guesses" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "verification_codes_block" ON "verification_codes" USING btree ("block","create_time");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_codes_request" ON "verification_codes" USING btree ("request_hash");--> statement-breakpoint
CREATE INDEX "verification_codes_time" ON "verification_codes" USING btree ("create_time");--> statement-breakpoint
ALTER TABLE "verification_codes" DROP COLUMN "tries";