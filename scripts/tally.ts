import { writeFileSync } from 'node:fs'

/** `name` is the full path of the test's titles. */
export type Failure = { name: string; error: string }

/** Flaky tests passed on a retry and count as passed. */
export type Tally = { passed: number; skipped: number; failures: Failure[]; flaky: Failure[] }

/** Writes the counts as JSON for `scripts/test.ts`. A no-op without `HANDSFREE_TALLY`. */
export function report(tally: Tally): void {
  const file = process.env.HANDSFREE_TALLY
  if (file) writeFileSync(file, JSON.stringify(tally))
}
