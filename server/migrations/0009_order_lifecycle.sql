-- A repeated post of an earlier release gets its answer as this one reads it.
UPDATE "idempotency_keys" SET "answer" = jsonb_set("answer" #- '{result,regions}', '{result,lifecycle}', "answer" #> '{result,regions}') WHERE "answer" #> '{result,regions}' IS NOT NULL;
