import type { App } from '../app.ts'
import { getContact } from '../contract/config.ts'
import { createReading, type ReadingActor } from '../realtime/create-reading.ts'

export type Contact = { phone: string }

/** Reads customer service's phone number. Created, not started. */
export const createContact = (app: App): ReadingActor<Contact> => createReading(app, getContact, {})
