import { getContact } from '../api/contract/config.ts'
import type { App } from '../app.ts'
import { createReading, type ReadingActor } from '../reading/create-reading.ts'

/** Customer service, around the clock. */
export type Contact = { phone: string }

/** Reads customer service's phone number. Created, not started. */
export const createContact = (app: App): ReadingActor<Contact> => createReading(app, getContact, {})
