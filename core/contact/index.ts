import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import { getContact } from '../api/contract/config.ts'
import type { App } from '../app.ts'

const contactLogic = fromPromise<string | null, App>(async ({ input: { api }, signal }) => {
  const contact = await api.call(getContact, {}, { signal })
  return contact.ok ? contact.value.phone : null
})

export type ContactActor = ActorRefFrom<typeof contactLogic>

/** Reads customer service's phone number: the actor's output, null when it cannot be had now. Not started yet. */
export const createContact = (app: App): ContactActor => createActor(contactLogic, { input: app })
