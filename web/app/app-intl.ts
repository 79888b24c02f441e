import type { App } from '@handsfree/core'
import { createIntl, type IntlShape } from 'react-intl'
import { allMessages } from './messages.ts'

/** Formats in the app's language with all messages, for code outside of React; null before the language is there. */
export async function appIntl(app: App): Promise<IntlShape | null> {
  const words = await allMessages(app)
  return words && createIntl({ ...words, timeZone: app.platform.timeZone() })
}
