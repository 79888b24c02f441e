import { createFormatter, formatHour, promiseValues } from '@handsfree/core/i18n'
import en from '../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../core/i18n/messages/zh-CN.json' with { type: 'json' }

export type Locale = 'en-US' | 'zh-CN'
export type Key = keyof typeof en
export type Say = ((key: Key, values?: Record<string, string | number>) => string) & {
  /** Formats a time of day, `HH:mm`, in the language. */
  hour: (time: string) => string
  /** Every number and rule that a text may promise. */
  promised: Record<string, string | number>
}

/** A language's messages: tests find elements by their visible text. */
export function wordsOf(locale: Locale): Say {
  const intl = createFormatter(locale, locale === 'zh-CN' ? zh : en)
  const say = (id: Key, values?: Record<string, string | number>) => intl.formatMessage({ id }, values)
  return Object.assign(say, { hour: (time: string) => formatHour(time, intl), promised: promiseValues(intl) })
}
