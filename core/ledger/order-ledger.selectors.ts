import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../reading/reading.machine.ts'
import type { orderLedgerMachine } from './order-ledger.machine.ts'

type LedgerSnapshot = SnapshotFrom<typeof orderLedgerMachine>

const readingOf = ({ children }: LedgerSnapshot) => children.reading as ReadingRef | undefined

export const selectLedger = (snapshot: LedgerSnapshot) => snapshot.context.ledger
/** Takes `reading.retry`. */
export const selectLedgerReading = (snapshot: LedgerSnapshot) => readingOf(snapshot)
/** Why nothing could be read; null while it is read, and once it was. */
export const selectLedgerProblem = (snapshot: LedgerSnapshot) => {
  const reading = readingOf(snapshot)?.getSnapshot()
  return reading?.matches('failed') || reading?.matches('notThere') ? reading.context.problem : null
}
export const selectLedgerIsStale = (snapshot: LedgerSnapshot) =>
  readingOf(snapshot)?.getSnapshot().matches('stale') ?? false
/** The answer that is on its way; null while none is. */
export const selectAnswering = (snapshot: LedgerSnapshot) =>
  snapshot.matches('answering') ? snapshot.context.sent : null
/** Why the last answer failed; null without a failure. */
export const selectAnswerProblem = (snapshot: LedgerSnapshot) => snapshot.context.problem
