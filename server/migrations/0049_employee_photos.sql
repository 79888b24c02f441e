ALTER TABLE "files" ADD COLUMN "employee_id" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "order_id" text;--> statement-breakpoint
CREATE INDEX "files_employee" ON "files" USING btree ("employee_id","create_time") WHERE "files"."employee_id" is not null;--> statement-breakpoint
CREATE INDEX "files_order" ON "files" USING btree ("order_id") WHERE "files"."order_id" is not null;