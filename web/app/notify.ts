import type { App } from '@handsfree/core'
import { createIntl } from 'react-intl'
import { toast } from '../ui/toast.ts'
import type { MessageKey } from './message-key.ts'
import { allMessages } from './messages.ts'

/** Shows a toast over any page, from outside of React. */
export async function notify(app: App, id: MessageKey): Promise<void> {
  const words = await allMessages(app)
  if (!words) return
  const intl = createIntl(words)
  toast.ask(intl.formatMessage({ id }), intl.formatMessage({ id: 'common.close' }))
}
