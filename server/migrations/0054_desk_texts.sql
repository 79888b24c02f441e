CREATE TABLE "desk_texts" (
	"text_id" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"site_id" text NOT NULL,
	"phone_hash" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "desk_texts_time" ON "desk_texts" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "desk_texts_employee" ON "desk_texts" USING btree ("employee_id","create_time");--> statement-breakpoint
CREATE INDEX "desk_texts_site" ON "desk_texts" USING btree ("site_id","create_time");--> statement-breakpoint
CREATE INDEX "desk_texts_phone" ON "desk_texts" USING btree ("phone_hash","create_time");