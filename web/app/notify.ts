import type { App } from '@handsfree/core'
import { toast } from '../ui/toast.ts'
import { appIntl } from './app-intl.ts'
import type { MessageKey } from './message-key.ts'

/** Shows a toast over any page, from outside of React. */
export async function notify(app: App, id: MessageKey): Promise<void> {
  const intl = await appIntl(app)
  toast.ask(intl.formatMessage({ id }), intl.formatMessage({ id: 'common.close' }))
}
