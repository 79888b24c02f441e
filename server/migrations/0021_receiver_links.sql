CREATE TABLE "receiver_links" (
	"link_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"shows_claim_code" boolean NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL,
	"taken_back_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receiver_locale" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "handed_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receiver_links" ADD CONSTRAINT "receiver_links_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receiver_links_token" ON "receiver_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "receiver_links_living" ON "receiver_links" USING btree ("order_id") WHERE "receiver_links"."taken_back_time" is null;--> statement-breakpoint
CREATE INDEX "receiver_links_order" ON "receiver_links" USING btree ("order_id");