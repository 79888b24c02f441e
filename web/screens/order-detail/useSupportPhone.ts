import { createContact } from '@handsfree/core/contact'
import { selectValue } from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'
import { useScreenActor } from '../../app/useScreenActor.ts'

/** The hotline's number; undefined while it is unknown. */
export function useSupportPhone(): string | undefined {
  const contact = useScreenActor(createContact)
  return useSelector(contact, selectValue(contact))?.phone
}
