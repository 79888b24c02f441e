CREATE TABLE "feedback" (
	"feedback_id" text PRIMARY KEY NOT NULL,
	"uin" text NOT NULL,
	"type" integer NOT NULL,
	"text" text NOT NULL,
	"images" jsonb NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employee_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"employee_id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"plate" text DEFAULT '' NOT NULL,
	"site_id" text,
	"disable_time" timestamp (3) with time zone,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "kept_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_bags" ADD COLUMN "confirm_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "assignment" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "courier_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer_courier_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer_courier_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer_courier_phone" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "transfer_courier_plate" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception_is_important" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exception_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "confirmed_pieces" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "courier_arrived_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "photos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_tokens" ADD CONSTRAINT "employee_tokens_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_list" ON "feedback" USING btree ("create_time","feedback_id");--> statement-breakpoint
CREATE INDEX "feedback_sender" ON "feedback" USING btree ("uin","create_time");--> statement-breakpoint
CREATE INDEX "employee_tokens_employee" ON "employee_tokens" USING btree ("employee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "employees_phone" ON "employees" USING btree (regexp_replace("phone", '[^0-9]', '', 'g'));--> statement-breakpoint
CREATE INDEX "files_not_kept" ON "files" USING btree ("create_time") WHERE "files"."kept_time" is null;--> statement-breakpoint
CREATE INDEX "orders_courier" ON "orders" USING btree ("courier_id");--> statement-breakpoint
CREATE INDEX "orders_transfer_courier" ON "orders" USING btree ("transfer_courier_id");--> statement-breakpoint
UPDATE "orders" SET "assignment" = 'accepted' WHERE "pickup" <> 'none';--> statement-breakpoint
UPDATE "orders" SET "courier_arrived_time" = "order_trace"."time" FROM "order_trace" WHERE "order_trace"."order_id" = "orders"."order_id" AND "order_trace"."type" = 'courier_arrived_at_pickup_site';--> statement-breakpoint
UPDATE "files" SET "kept_time" = "create_time";
