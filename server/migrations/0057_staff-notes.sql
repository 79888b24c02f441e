CREATE TABLE "staff_notes" (
	"note_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"employee_id" text NOT NULL,
	"words" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"read_time" timestamp (3) with time zone,
	"reader_id" text
);
--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_reader_id_employees_employee_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_notes_order" ON "staff_notes" USING btree ("order_id","create_time");--> statement-breakpoint
CREATE INDEX "staff_notes_employee" ON "staff_notes" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "staff_notes_reader" ON "staff_notes" USING btree ("reader_id");--> statement-breakpoint
CREATE INDEX "staff_notes_unread" ON "staff_notes" USING btree ("create_time","note_id") WHERE "staff_notes"."read_time" is null;