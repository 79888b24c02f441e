import type { LedgerQuestion } from '../contract/ledger.ts'
import type { QuestionState } from '../contract/question.ts'
import { applyEvent, type IllegalEvent } from '../lib/apply-event.ts'
import { ok, type Result } from '../lib/result.ts'
import { bagQuestionMachine, type QuestionEvent, type QuestionFacts } from './bag-question.machine.ts'

/** Applies one event. Returns the new state, or a refusal if the event is illegal. */
export function moveBagQuestion(
  state: QuestionState,
  facts: QuestionFacts,
  event: QuestionEvent,
): Result<QuestionState, IllegalEvent> {
  const moved = applyEvent(bagQuestionMachine, { value: state, context: facts }, event)
  return moved.ok ? ok(moved.value.value) : moved
}

/** Whether a question affects the price: a count before pickup. */
export const isAboutPrice = ({ kind, after }: Pick<LedgerQuestion, 'kind' | 'after'>): boolean =>
  kind === 'count' && after.stage === 'count'
