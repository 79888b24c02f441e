import type { App } from '../app.ts'
import { getPrivacyFacts, type PrivacyFacts } from '../contract/privacy.ts'
import { createReading, type ReadingActor } from '../realtime/create-reading.ts'

/** Reads the facts of the privacy policy that depend on the server. Created, not started. */
export const createPrivacyFacts = (app: App): ReadingActor<PrivacyFacts> =>
  createReading(app, getPrivacyFacts, {})
