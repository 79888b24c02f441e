CREATE INDEX "payment_sessions_payment" ON "payment_sessions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payments_traveller" ON "payments" USING btree ("uin");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_session" ON "refunds" USING btree ("session_id");