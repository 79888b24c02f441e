import type { App } from '@handsfree/core'
import { createIntl, type IntlShape } from 'react-intl'
import { allMessages } from './messages.ts'

/** Formats in the app's language with all messages, for code outside of React. Rejects when the messages do not come. */
export async function appIntl(app: App): Promise<IntlShape> {
  return createIntl({ ...(await allMessages(app)), timeZone: app.platform.timeZone() })
}
