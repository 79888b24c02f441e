CREATE INDEX "claim_history_paid_out" ON "claim_history" USING btree ("time") WHERE "claim_history"."type" = 'paidOut';--> statement-breakpoint
CREATE INDEX "payment_disputes_lost" ON "payment_disputes" USING btree ("close_time") WHERE "payment_disputes"."state" = 'lost';--> statement-breakpoint
CREATE INDEX "payment_sessions_paid" ON "payment_sessions" USING btree ("update_time") WHERE "payment_sessions"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "refunds_done" ON "refunds" USING btree ("done_time") WHERE "refunds"."done_time" is not null;--> statement-breakpoint
CREATE INDEX "refunds_undone" ON "refunds" USING btree ("create_time") WHERE "refunds"."done_time" is null;