import type { MessageKey } from '@handsfree/core/language'

export type { MessageKey, MessageKeyUnder } from '@handsfree/core/language'

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageKey
    }
  }
}
