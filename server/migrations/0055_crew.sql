CREATE TABLE "employee_invitations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employee_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"use_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_guesses" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"phone_hash" text NOT NULL,
	"sender" text NOT NULL,
	"is_counted" boolean DEFAULT true NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"shift_id" text PRIMARY KEY NOT NULL,
	"employee_id" text NOT NULL,
	"plate" text NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone,
	"break_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "order_operations" ADD COLUMN "happened_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "last_act_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "employee_invitations" ADD CONSTRAINT "employee_invitations_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_sessions" ADD CONSTRAINT "employee_sessions_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_employee_id_employees_employee_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."employees"("employee_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "employee_invitations_employee" ON "employee_invitations" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "employee_invitations_time" ON "employee_invitations" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "employee_sessions_employee" ON "employee_sessions" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "employee_sessions_time" ON "employee_sessions" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "employee_sessions_use_time" ON "employee_sessions" USING btree ("use_time");--> statement-breakpoint
CREATE INDEX "password_guesses_phone" ON "password_guesses" USING btree ("phone_hash","create_time");--> statement-breakpoint
CREATE INDEX "password_guesses_sender" ON "password_guesses" USING btree ("sender","create_time");--> statement-breakpoint
CREATE INDEX "password_guesses_time" ON "password_guesses" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "shifts_employee" ON "shifts" USING btree ("employee_id","start_time");--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_current" ON "shifts" USING btree ("employee_id") WHERE "shifts"."end_time" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_plate" ON "shifts" USING btree ("plate") WHERE "shifts"."end_time" is null;