import { appendFileSync } from 'node:fs'

/** A test that failed, by a name that leads to it, with what it said. */
export type Failure = { name: string; error: string }

/** What a runner counted. A flaky test passed when it was tried again, and counts as passed. */
export type Tally = { passed: number; skipped: number; failures: Failure[]; flaky: Failure[] }

/** Adds a runner's counts to the file that `scripts/test.ts` reads, one JSON a line; does nothing when nobody reads. */
export function report(tally: Tally): void {
  const file = process.env.HANDSFREE_TALLY
  if (file) appendFileSync(file, `${JSON.stringify(tally)}\n`)
}
