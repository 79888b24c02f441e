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
CREATE TABLE "order_bags" (
	"bag_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"tag_code" text NOT NULL,
	"seal_number" text NOT NULL,
	"photos" jsonb NOT NULL,
	"unbind_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "order_operations" (
	"operation_id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"order_id" text NOT NULL,
	"action" integer NOT NULL,
	"actor" text NOT NULL,
	"details" jsonb NOT NULL,
	"time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_trace" (
	"trace_id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"order_id" text NOT NULL,
	"type" text NOT NULL,
	"facts" jsonb NOT NULL,
	"time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"uin" text NOT NULL,
	"review" text NOT NULL,
	"payment" text NOT NULL,
	"pickup" text NOT NULL,
	"transport" text NOT NULL,
	"warehouse" text NOT NULL,
	"closing" text NOT NULL,
	"qr_id" text NOT NULL,
	"pickup_place" jsonb NOT NULL,
	"delivery_place" jsonb NOT NULL,
	"room_password" text,
	"time_zone" text NOT NULL,
	"pickup_time" timestamp (3) with time zone NOT NULL,
	"delivery_time" timestamp (3) with time zone NOT NULL,
	"pieces" integer NOT NULL,
	"declared_value" integer NOT NULL,
	"photos" jsonb NOT NULL,
	"receiver_name" text NOT NULL,
	"receiver_dial_code" text NOT NULL,
	"receiver_phone_number" text NOT NULL,
	"remarks" text NOT NULL,
	"terms_version" text NOT NULL,
	"currency" text NOT NULL,
	"price_rule" jsonb NOT NULL,
	"insurance_plan" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"total" integer NOT NULL,
	"amount_paid" integer DEFAULT 0 NOT NULL,
	"claim_code" text NOT NULL,
	"courier_name" text,
	"courier_phone" text,
	"courier_plate" text,
	"review_failure" text,
	"create_time" timestamp (3) with time zone NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL,
	"picked_up_time" timestamp (3) with time zone,
	"completed_time" timestamp (3) with time zone,
	"cancel_time" timestamp (3) with time zone,
	"refund_start_time" timestamp (3) with time zone,
	"payment_reminder_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payment_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"redirect_url" text NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"check_time" timestamp (3) with time zone,
	"create_time" timestamp (3) with time zone NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"uin" text NOT NULL,
	"source" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"paid_session_id" text,
	"dropped_time" timestamp (3) with time zone,
	"create_time" timestamp (3) with time zone NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"session_id" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"try_time" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"done_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"payload" jsonb NOT NULL,
	"send_time" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"order_number" text NOT NULL,
	"locale" text NOT NULL,
	"return_path" text NOT NULL,
	"cancel_path" text NOT NULL,
	"state" text NOT NULL,
	"answer_time" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "verification_codes" (
	"code_id" text PRIMARY KEY NOT NULL,
	"dial_code" text NOT NULL,
	"phone_number" text NOT NULL,
	"sender" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"use_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_bags" ADD CONSTRAINT "order_bags_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_operations" ADD CONSTRAINT "order_operations_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_trace" ADD CONSTRAINT "order_trace_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_session_id_payment_sessions_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insurance_plans" ADD CONSTRAINT "insurance_plans_region_id_regions_region_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("region_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_region_id_regions_region_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."regions"("region_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_uin" ON "files" USING btree ("uin");--> statement-breakpoint
CREATE INDEX "idempotency_keys_create_time" ON "idempotency_keys" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" USING btree ("uin","index_id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("uin","is_read");--> statement-breakpoint
CREATE UNIQUE INDEX "order_bags_bound_tag" ON "order_bags" USING btree ("tag_code") WHERE "order_bags"."unbind_time" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_bags_position" ON "order_bags" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_operations_order" ON "order_operations" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_trace_order" ON "order_trace" USING btree ("order_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "orders_traveller" ON "orders" USING btree ("uin","create_time","order_id");--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("closing","create_time","order_id");--> statement-breakpoint
CREATE INDEX "orders_payment_reminder" ON "orders" USING btree ("payment_reminder_time");--> statement-breakpoint
CREATE INDEX "payment_events_time" ON "payment_events" USING btree ("time");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sessions_reference" ON "payment_sessions" USING btree ("provider","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sessions_one_alive" ON "payment_sessions" USING btree ("payment_id") WHERE "payment_sessions"."state" in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "payment_sessions_check" ON "payment_sessions" USING btree ("check_time");--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","create_time");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_normal" ON "payments" USING btree ("order_id") WHERE "payments"."source" = 'normal';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_surcharge_open" ON "payments" USING btree ("order_id") WHERE "payments"."source" = 'supplementary' and "payments"."paid_session_id" is null and "payments"."dropped_time" is null;--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_try" ON "refunds" USING btree ("try_time");--> statement-breakpoint
CREATE INDEX "sandbox_events_send" ON "sandbox_events" USING btree ("send_time");--> statement-breakpoint
CREATE INDEX "sandbox_sessions_answer" ON "sandbox_sessions" USING btree ("answer_time");--> statement-breakpoint
CREATE INDEX "sandbox_sessions_expiry" ON "sandbox_sessions" USING btree ("state","expires_at");--> statement-breakpoint
CREATE INDEX "sites_region" ON "sites" USING btree ("region_id");--> statement-breakpoint
CREATE INDEX "tokens_uin" ON "tokens" USING btree ("uin");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("dial_code","phone_number");--> statement-breakpoint
CREATE INDEX "verification_codes_phone" ON "verification_codes" USING btree ("dial_code","phone_number","create_time");--> statement-breakpoint
CREATE INDEX "verification_codes_sender" ON "verification_codes" USING btree ("sender","create_time");