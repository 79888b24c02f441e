CREATE TABLE "site_sign_ins" (
	"sign_in_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"is_first" boolean NOT NULL,
	"device" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site_sign_ins" ADD CONSTRAINT "site_sign_ins_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_sign_ins_site" ON "site_sign_ins" USING btree ("site_id","create_time","sign_in_id");--> statement-breakpoint
CREATE INDEX "site_sign_ins_time" ON "site_sign_ins" USING btree ("create_time","sign_in_id");