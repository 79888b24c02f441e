import { setup } from 'xstate'
import type { QuestionKind } from '../contract/question.ts'

export type QuestionFacts = { kind: QuestionKind }

export type QuestionEvent =
  | { type: 'answer.right' }
  | { type: 'answer.notRight' }
  /** Sent when a later count or seal check makes the question obsolete. */
  | { type: 'question.withdraw' }

/**
 * One question to the traveller about count, seal or damage. Its state is a database column, and the server changes it
 * only through `moveQuestion`. Pure: no actors, no delays. Questions don't expire.
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
      description: 'The traveller hasn’t answered. Silence never counts as consent.',
      on: {
        'answer.right': { target: 'right' },
        'answer.notRight': { target: 'notRight' },
        'question.withdraw': { guard: 'canWithdraw', target: 'withdrawn' },
      },
    },
    right: {
      description: 'The traveller agrees. A surcharge can be paid, and a claim is still possible.',
    },
    notRight: { description: 'A claim is open. Another count creates a new question.' },
    withdrawn: {
      description: 'Obsolete: the bags were counted again, or the first seal was found.',
    },
  },
})
