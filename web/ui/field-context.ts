import { createContext, useContext } from 'react'

export type FieldContextValue = {
  id: string
  labelId: string
  describedBy: string | undefined
  isInvalid: boolean
  isDisabled: boolean
}

export const FieldContext = createContext<FieldContextValue | null>(null)

/** Undefined if the page summarizes its errors and moves the focus to the first one. */
export const ErrorLive = createContext<'polite' | undefined>('polite')

export const useFieldContext = () => useContext(FieldContext)
