import { createContext, useContext } from 'react'

/** What a field tells its control. */
export type FieldFacts = {
  id: string
  labelId: string
  /** Ids of the error and the hint that are shown. */
  describedBy: string | undefined
  isInvalid: boolean
  isDisabled: boolean
}

export const FieldContext = createContext<FieldFacts | null>(null)

/** Whether errors are not read out as they appear: the page leads the focus to the first one, and says how many there are. */
export const QuietErrors = createContext(false)

/** `aria-live` of an error. */
export const useErrorLive = () => (useContext(QuietErrors) ? undefined : 'polite')

/** The field around a control; null outside of one. */
export const useFieldFacts = () => useContext(FieldContext)
