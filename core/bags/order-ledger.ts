import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { orderLedgerMachine } from './order-ledger.machine.ts'

type LedgerSnapshot = SnapshotFrom<typeof orderLedgerMachine>

export const selectLedger = (snapshot: LedgerSnapshot) => snapshot.context.ledger
/** Takes `reading.retry`. */
export const selectLedgerReading = ({ children }: LedgerSnapshot): ReadingRef | undefined => children.reading
/** Whether something was asked, and everything is answered. */
export function selectIsAnswered({ context }: LedgerSnapshot): boolean {
  const questions = context.ledger?.questions ?? []
  return questions.some(({ answerTime }) => answerTime) && questions.every(({ state }) => state !== 'asked')
}
/** The answer that the traveller is asked to confirm; null when none is. */
export function selectConfirming(snapshot: LedgerSnapshot) {
  const { ledger, sent } = snapshot.context
  if (!snapshot.matches('confirming') || !sent) return null
  const { questionId, answer } = sent
  const question = ledger?.questions.find((one) => one.questionId === questionId)
  return question ? { question, answer } : null
}
/** The answer that is on its way; null while none is. */
export const selectAnswering = (snapshot: LedgerSnapshot) =>
  snapshot.matches('answering') ? snapshot.context.sent : null
/** Why the last answer failed; null without a failure. */
export const selectAnswerProblem = (snapshot: LedgerSnapshot) => snapshot.context.problem
