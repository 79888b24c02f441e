CREATE INDEX "tokens_create_time" ON "tokens" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "tokens_use_time" ON "tokens" USING btree ("use_time");