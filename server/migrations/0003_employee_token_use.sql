ALTER TABLE "employee_tokens" ADD COLUMN "use_time" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "employee_tokens" SET "use_time" = now(), "create_time" = now();--> statement-breakpoint
ALTER TABLE "employee_tokens" ALTER COLUMN "use_time" SET NOT NULL;
