import type { LedgerQuestion } from '../contract/ledger.ts'
import type { QuestionState } from '../contract/question.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Illegal, step } from '../lib/step.ts'
import { bagQuestionMachine, type QuestionEvent, type QuestionFacts } from './bag-question.machine.ts'

/** Moves a question by one event: its new state, or a refusal when the event is not legal now. */
export function moveBagQuestion(
  state: QuestionState,
  facts: QuestionFacts,
  event: QuestionEvent,
): Result<QuestionState, Illegal> {
  const moved = step(bagQuestionMachine, { value: state, context: facts }, event)
  return moved.ok ? ok(moved.value.value) : moved
}

/** Whether a question is about the price: another count before the pickup. Any other is about bags in our hands. */
export const isAboutPrice = ({ kind, after }: Pick<LedgerQuestion, 'kind' | 'after'>): boolean =>
  kind === 'count' && after.stage === 'count'
