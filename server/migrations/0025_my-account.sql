CREATE TABLE "account_exports" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"uin" text NOT NULL,
	"token_hash" text,
	"create_time" timestamp (3) with time zone NOT NULL,
	"use_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "person_operations" (
	"operation_id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"actor" text NOT NULL,
	"uin" text NOT NULL,
	"what" text NOT NULL,
	"reason" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "delete_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_exports_traveller" ON "account_exports" USING btree ("uin","create_time");--> statement-breakpoint
CREATE INDEX "account_exports_time" ON "account_exports" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "person_operations_position" ON "person_operations" USING btree ("position");--> statement-breakpoint
CREATE INDEX "person_operations_time" ON "person_operations" USING btree ("time");--> statement-breakpoint
CREATE INDEX "employee_notifications_order" ON "employee_notifications" USING btree (("content" ->> 'orderId'));