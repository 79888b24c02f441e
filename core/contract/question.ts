import * as v from 'valibot'

/** What a traveller is asked about the bags. */
export const questionKinds = ['count', 'seal', 'damage'] as const
export const QuestionKind = v.picklist(questionKinds)
export type QuestionKind = v.InferOutput<typeof QuestionKind>

/** `asked` stays open until it is answered: no answer is no consent. */
export const QuestionState = v.picklist(['asked', 'right', 'notRight', 'withdrawn'])
export type QuestionState = v.InferOutput<typeof QuestionState>
