import { getContact } from '../api/contract/config.ts'
import type { App } from '../app.ts'
import { createResource, type ResourceActor } from '../resource/create-resource.ts'

/** Customer service, around the clock. */
export type Contact = { phone: string }

/** Reads customer service's phone number. Not started yet. */
export const createContact = (app: App): ResourceActor<Contact> =>
  createResource(app, (signal) => app.api.call(getContact, {}, { signal }))
