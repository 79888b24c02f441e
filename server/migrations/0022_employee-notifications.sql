CREATE TABLE "employee_notifications" (
	"index_id" bigserial PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"type" integer NOT NULL,
	"content" jsonb NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "employee_notifications" ADD CONSTRAINT "employee_notifications_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "employee_notifications_list" ON "employee_notifications" USING btree ("employee_id","index_id");--> statement-breakpoint
CREATE INDEX "employee_notifications_unread" ON "employee_notifications" USING btree ("employee_id") WHERE not "employee_notifications"."is_read";--> statement-breakpoint
CREATE INDEX "employee_notifications_time" ON "employee_notifications" USING brin ("create_time");