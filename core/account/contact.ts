import type { App } from '../app.ts'
import type { CallResult } from '../contract/call.ts'
import { getContact } from '../contract/config.ts'
import { createReading, type ReadingActor } from '../realtime/create-reading.ts'

export type Contact = CallResult<typeof getContact>

/** Reads customer service's phone number and the company's facts. Created, not started. */
export const createContact = (app: App): ReadingActor<Contact> => createReading(app, getContact, {})
