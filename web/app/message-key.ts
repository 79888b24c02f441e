import type { MessageKey } from '@handsfree/core/i18n'

export type { MessageKey, MessageKeyUnder } from '@handsfree/core/i18n'

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageKey
    }
  }
}
