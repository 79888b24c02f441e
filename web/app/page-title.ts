import type { Formatter } from '@handsfree/core/i18n'
import type { MessageKey } from './message-key.ts'

export function pageTitle(intl: Pick<Formatter, 'formatMessage'>, titleKey: MessageKey): string {
  const title = intl.formatMessage({ id: titleKey })
  const appTitle = intl.formatMessage({ id: 'common.app_title' })
  return title === appTitle ? appTitle : `${title} · ${appTitle}`
}
