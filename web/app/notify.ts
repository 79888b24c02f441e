import type { App } from '@handsfree/core'
import { createIntl, type IntlShape } from 'react-intl'
import { toast } from '../ui/toast.ts'
import type { MessageKey } from './message-key.ts'
import { allMessages } from './messages.ts'

export async function notify(app: App, id: MessageKey): Promise<void> {
  const intl = await appIntl(app)
  toast.showUntilClosed(intl.formatMessage({ id }), intl.formatMessage({ id: 'common.close' }))
}

/** Rejects if the messages can't be loaded. */
async function appIntl(app: App): Promise<IntlShape> {
  return createIntl({ ...(await allMessages(app)), timeZone: app.platform.timeZone() })
}
