import type { QuestionKind } from '../contract/question.ts'

/** What the guards of a question read. */
export type QuestionFacts = { kind: QuestionKind }

export type QuestionEvent =
  | { type: 'answer.right' }
  | { type: 'answer.notRight' }
  /** A later count, or a later look at the seal, takes back what was asked. */
  | { type: 'question.withdraw' }
