import { createIntl } from 'react-intl'
import en from '../../core/language/messages/en-US.json' with { type: 'json' }
import zh from '../../core/language/messages/zh-CN.json' with { type: 'json' }

export const english = createIntl({ locale: 'en-US', messages: en })
export const chinese = createIntl({ locale: 'zh-CN', messages: zh })
