CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"uin" text,
	"employee_id" text,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_tries" (
	"kind" text NOT NULL,
	"sender" text NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL,
	CONSTRAINT "passkey_tries_kind_sender_start_time_pk" PRIMARY KEY("kind","sender","start_time")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"passkey_id" text PRIMARY KEY NOT NULL,
	"uin" text,
	"employee_id" text,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"use_time" timestamp (3) with time zone,
	CONSTRAINT "passkeys_one_owner" CHECK (num_nonnulls("passkeys"."uin", "passkeys"."employee_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"push_id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"subscription_id" text NOT NULL,
	"kind" text NOT NULL,
	"tag" text NOT NULL,
	"order_id" text,
	"notification_id" text,
	"employee_notification_id" bigint,
	"queue_kind" text,
	"text_kind" text,
	"state" text DEFAULT 'due' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"try_time" timestamp (3) with time zone,
	"last_error" text,
	"ready_time" timestamp (3) with time zone NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"sent_time" timestamp (3) with time zone,
	"shown_time" timestamp (3) with time zone,
	"close_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"subscription_id" text PRIMARY KEY NOT NULL,
	"token_hash" text,
	"session_hash" text,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"server_key" text NOT NULL,
	"origin" text NOT NULL,
	"locale" text NOT NULL,
	"kinds" jsonb NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "typed_phone_number" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verify_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_subscription_id_push_subscriptions_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("subscription_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_token_hash_tokens_token_hash_fk" FOREIGN KEY ("token_hash") REFERENCES "public"."tokens"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_hash_employee_sessions_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."employee_sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_uin" ON "passkey_challenges" USING btree ("uin");--> statement-breakpoint
CREATE INDEX "passkey_challenges_employee" ON "passkey_challenges" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_time" ON "passkey_challenges" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "passkey_tries_time" ON "passkey_tries" USING btree ("start_time");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_uin" ON "passkeys" USING btree ("uin");--> statement-breakpoint
CREATE INDEX "passkeys_employee" ON "passkeys" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "push_messages_due" ON "push_messages" USING btree ("try_time") WHERE "push_messages"."try_time" is not null;--> statement-breakpoint
CREATE INDEX "push_messages_subscription" ON "push_messages" USING btree ("subscription_id","position");--> statement-breakpoint
CREATE INDEX "push_messages_order" ON "push_messages" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "push_messages_time" ON "push_messages" USING brin ("create_time");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_token" ON "push_subscriptions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email")) WHERE "users"."email_verify_time" is not null;