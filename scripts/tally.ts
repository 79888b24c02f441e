import { appendFileSync } from 'node:fs'

/** `name` is the full path of the test's titles. */
export type Failure = { name: string; error: string }

/** Flaky tests passed on a retry and count as passed. */
export type Tally = { passed: number; skipped: number; failures: Failure[]; flaky: Failure[] }

/** Appends the counts as a JSON line to the file that `scripts/test.ts` reads. No-op without `HANDSFREE_TALLY`. */
export function report(tally: Tally): void {
  const file = process.env.HANDSFREE_TALLY
  if (file) appendFileSync(file, `${JSON.stringify(tally)}\n`)
}
