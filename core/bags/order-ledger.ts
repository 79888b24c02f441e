import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { orderLedgerMachine } from './order-ledger.machine.ts'

type LedgerSnapshot = SnapshotFrom<typeof orderLedgerMachine>

export const selectLedger = (snapshot: LedgerSnapshot) => snapshot.context.ledger
export const selectLedgerReading = ({ children }: LedgerSnapshot): ReadingRef | undefined => children.reading
export function selectIsAnswered({ context }: LedgerSnapshot): boolean {
  const questions = context.ledger?.questions ?? []
  return questions.some(({ answerTime }) => answerTime) && questions.every(({ state }) => state !== 'asked')
}
/** The answer awaiting confirmation; null if none. */
export function selectAnswerToConfirm(snapshot: LedgerSnapshot) {
  const { ledger, currentAnswer } = snapshot.context
  if (!snapshot.matches('confirming') || !currentAnswer) return null
  const { questionId, answer } = currentAnswer
  const question = ledger?.questions.find((one) => one.questionId === questionId)
  return question ? { question, answer } : null
}
export const selectAnswerInProgress = (snapshot: LedgerSnapshot) =>
  snapshot.matches('answering') ? snapshot.context.currentAnswer : null
export const selectAnswerProblem = (snapshot: LedgerSnapshot) => snapshot.context.problem
