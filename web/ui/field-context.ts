import { createContext, useContext } from 'react'

/** What a field passes to its control. */
export type FieldFacts = {
  id: string
  labelId: string
  /** Ids of the error and the hint that are shown. */
  describedBy: string | undefined
  isInvalid: boolean
  isDisabled: boolean
}

export const FieldContext = createContext<FieldFacts | null>(null)

/** How errors are read out as they appear: not at all where the page leads the focus to the first and counts the others. */
export const ErrorLive = createContext<'polite' | undefined>('polite')

/** The field around a control; null outside of one. */
export const useFieldFacts = () => useContext(FieldContext)
