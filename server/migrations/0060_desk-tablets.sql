CREATE TABLE "site_tablets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"use_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "employee_sessions" ADD COLUMN "tablet_hash" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "pin_hash" text;--> statement-breakpoint
ALTER TABLE "site_tablets" ADD CONSTRAINT "site_tablets_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_tablets_site" ON "site_tablets" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "site_tablets_time" ON "site_tablets" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "site_tablets_use_time" ON "site_tablets" USING btree ("use_time");--> statement-breakpoint
ALTER TABLE "employee_sessions" ADD CONSTRAINT "employee_sessions_tablet_hash_site_tablets_token_hash_fk" FOREIGN KEY ("tablet_hash") REFERENCES "public"."site_tablets"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "employee_sessions_tablet" ON "employee_sessions" USING btree ("tablet_hash");