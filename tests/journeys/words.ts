import { createIntl } from 'react-intl'
import en from '../../core/language/messages/en-US.json' with { type: 'json' }
import zh from '../../core/language/messages/zh-CN.json' with { type: 'json' }

export type Locale = 'en-US' | 'zh-CN'
export type Key = keyof typeof en
export type Say = (key: Key, values?: Record<string, string | number>) => string

/** The messages of a language: tests find things by the words that a traveller reads. */
export function wordsOf(locale: Locale): Say {
  const intl = createIntl({ locale, messages: locale === 'zh-CN' ? zh : en })
  return (id, values) => intl.formatMessage({ id }, values)
}
