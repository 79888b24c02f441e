ALTER TABLE "verification_codes" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;