CREATE TABLE "files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"uin" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"create_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"notification_id" text PRIMARY KEY NOT NULL,
	"index_id" bigserial NOT NULL,
	"uin" text NOT NULL,
	"type" integer NOT NULL,
	"content" jsonb NOT NULL,
	"is_popup" boolean NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "insurance_plans" (
	"plan_id" text PRIMARY KEY NOT NULL,
	"region_id" text NOT NULL,
	"name" jsonb NOT NULL,
	"currency" text NOT NULL,
	"tiers" jsonb NOT NULL,
	CONSTRAINT "insurance_plans_region_id_unique" UNIQUE("region_id")
);
--> statement-breakpoint
CREATE TABLE "regions" (
	"region_id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "qr_codes" (
	"qr_id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"room_number" text
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"site_id" text PRIMARY KEY NOT NULL,
	"region_id" text NOT NULL,
	"type" integer NOT NULL,
	"name" jsonb NOT NULL,
	"address" jsonb NOT NULL,
	"detail" jsonb NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"phone" text NOT NULL,
	"time_zone" text NOT NULL,
	"hours" jsonb,
	"storage" boolean NOT NULL,
	"price_rule" jsonb NOT NULL,
	"access" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"uin" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"use_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uin" text PRIMARY KEY NOT NULL,
	"dial_code" text NOT NULL,
	"phone_number" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"locale" text NOT NULL,
	"first_site_id" text,
	"create_time" timestamp (3) with time zone NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_plans" ADD CONSTRAINT "insurance_plans_region_id_regions_region_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("region_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_region_id_regions_region_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("region_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_uin" ON "files" USING btree ("uin");--> statement-breakpoint
CREATE INDEX "idempotency_keys_create_time" ON "idempotency_keys" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" USING btree ("uin","index_id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("uin","is_read");--> statement-breakpoint
CREATE INDEX "sites_region" ON "sites" USING btree ("region_id");--> statement-breakpoint
CREATE INDEX "tokens_uin" ON "tokens" USING btree ("uin");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("dial_code","phone_number");