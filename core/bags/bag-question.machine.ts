import { setup } from 'xstate'
import type { QuestionKind } from '../contract/question.ts'

/** What the guards of a question read. */
export type QuestionFacts = { kind: QuestionKind }

export type QuestionEvent =
  | { type: 'answer.right' }
  | { type: 'answer.notRight' }
  /** A later count, or a later look at the seal, takes back what was asked. */
  | { type: 'question.withdraw' }

/**
 * One question to the traveller about the bags: another count, another seal, a damage. Its state is a column of the
 * database; the server changes it only through `moveQuestion`. Pure: no actors, and no delays: no question ends by time.
 */
export const bagQuestionMachine = setup({
  types: {
    context: {} as QuestionFacts,
    input: {} as QuestionFacts,
    events: {} as QuestionEvent,
  },
  guards: {
    canWithdraw: ({ context }) => context.kind !== 'damage',
  },
}).createMachine({
  id: 'bagQuestion',
  context: ({ input }) => input,
  initial: 'asked',
  states: {
    asked: {
      description: 'The traveller has not answered. However long that takes, it is no consent.',
      on: {
        'answer.right': { target: 'right' },
        'answer.notRight': { target: 'notRight' },
        'question.withdraw': { guard: 'canWithdraw', target: 'withdrawn' },
      },
    },
    right: {
      description:
        'The traveller agrees. A surcharge for the count may be paid, and a claim may still be made.',
    },
    notRight: { description: 'A claim is open. Another count asks again.' },
    withdrawn: {
      description: 'What was asked is not so any more: counted again, or the first seal after all.',
    },
  },
})
