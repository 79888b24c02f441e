CREATE TABLE "bag_entries" (
	"entry_id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"order_id" text NOT NULL,
	"bag_id" text NOT NULL,
	"stage" text NOT NULL,
	"role" text NOT NULL,
	"actor" text NOT NULL,
	"seal_number" text NOT NULL,
	"photos" jsonb NOT NULL,
	"damage" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bag_questions" (
	"question_id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"entry_id" text,
	"bag_id" text,
	"stage" text NOT NULL,
	"role" text NOT NULL,
	"agreed_pieces" integer,
	"pieces" integer,
	"photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"claim_id" text,
	"ask_time" timestamp (3) with time zone NOT NULL,
	"answer_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "open_questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "count_consent" text;--> statement-breakpoint
ALTER TABLE "bag_entries" ADD CONSTRAINT "bag_entries_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bag_entries" ADD CONSTRAINT "bag_entries_bag_id_order_bags_bag_id_fk" FOREIGN KEY ("bag_id") REFERENCES "public"."order_bags"("bag_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bag_questions" ADD CONSTRAINT "bag_questions_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bag_questions" ADD CONSTRAINT "bag_questions_entry_id_bag_entries_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bag_entries"("entry_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bag_questions" ADD CONSTRAINT "bag_questions_bag_id_order_bags_bag_id_fk" FOREIGN KEY ("bag_id") REFERENCES "public"."order_bags"("bag_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bag_entries_order" ON "bag_entries" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "bag_entries_bag" ON "bag_entries" USING btree ("bag_id");--> statement-breakpoint
CREATE INDEX "bag_questions_order" ON "bag_questions" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "bag_questions_entry" ON "bag_questions" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "bag_questions_bag" ON "bag_questions" USING btree ("bag_id");--> statement-breakpoint
CREATE INDEX "bag_questions_open" ON "bag_questions" USING btree ("ask_time") WHERE "bag_questions"."state" = 'asked';