import * as v from 'valibot'

export const questionKinds = ['count', 'seal', 'damage'] as const
export const QuestionKind = v.picklist(questionKinds)
export type QuestionKind = v.InferOutput<typeof QuestionKind>

/** `asked` stays open until answered: no answer isn't consent. */
export const QuestionState = v.picklist(['asked', 'right', 'notRight', 'withdrawn'])
export type QuestionState = v.InferOutput<typeof QuestionState>
