import { createIntl } from 'react-intl'
import en from '../../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }

export const english = createIntl({ locale: 'en-US', messages: en })
export const chinese = createIntl({ locale: 'zh-CN', messages: zh })
