import type { App } from '@handsfree/core'
import { createIntl, type IntlShape } from 'react-intl'
import { toast } from '../ui/toast.ts'
import type { MessageKey } from './message-key.ts'
import { allMessages } from './messages.ts'

/** Shows a toast over any page, from outside of React. */
export async function notify(app: App, id: MessageKey): Promise<void> {
  const intl = await appIntl(app)
  toast.ask(intl.formatMessage({ id }), intl.formatMessage({ id: 'common.close' }))
}

/** Formats in the app's language with all messages, for code outside of React. Rejects when the messages do not come. */
async function appIntl(app: App): Promise<IntlShape> {
  return createIntl({ ...(await allMessages(app)), timeZone: app.platform.timeZone() })
}
