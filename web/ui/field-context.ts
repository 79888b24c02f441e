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

/** The field around a control; null outside of one. */
export const useFieldFacts = () => useContext(FieldContext)
