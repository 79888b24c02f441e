ALTER TABLE "payment_sessions" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "sandbox_sessions" ADD COLUMN "method" text;