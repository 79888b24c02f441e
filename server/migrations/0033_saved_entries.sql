CREATE TABLE "saved_entries" (
	"saved_id" text PRIMARY KEY NOT NULL,
	"uin" text NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"same_as" text NOT NULL,
	"use_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_entries" ADD CONSTRAINT "saved_entries_uin_users_uin_fk" FOREIGN KEY ("uin") REFERENCES "public"."users"("uin") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_entries_same" ON "saved_entries" USING btree ("uin","kind","same_as");--> statement-breakpoint
CREATE INDEX "saved_entries_use_time" ON "saved_entries" USING btree ("use_time");