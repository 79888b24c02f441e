CREATE TABLE "stage_marks" (
	"stage" text PRIMARY KEY NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
