import type { Locale } from '@handsfree/core/contract'
import { cardTexts, createFormatter, promiseValues } from '@handsfree/core/i18n'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { messageTexts, preparedText } from '../../../../server/domain/texts/texts.ts'
import { codeText } from '../../../../server/runtime/sms/sms.ts'
import { type Part, partsOf } from '../lib/readings.ts'

export const messages: Record<Locale, Record<string, string>> = { 'en-US': en, 'zh-CN': zh }

/** Excludes the terminal's messages and those that no page shows. */
const isShownKey = (key: string) => !/^(?:terminal|qrSheet|dialCode)\./.test(key)

export type ShownSentence = { key: string; sentence: string }

/** Tests a sentence against a topic, ignoring argument names. */
export const isAbout = (about: RegExp, sentence: string): boolean =>
  about.test(sentence.replace(/\{\w+\}/g, '{}'))

export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n|[.?](?=\s|$)|[。？；]/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

/** All variants of a message, in the plural. Arguments come from `values` or stay `{name}`. */
function choices(parts: Part[], values: Record<string, string | number>, counted = ''): string[] {
  const named = (name: string) => String(values[name] ?? `{${name}}`)
  return parts.reduce<string[]>(
    (before, { type, value = '', options, children }) => {
      const here = options
        ? Object.entries(options)
            .filter(([choice]) => choice !== 'one')
            .flatMap(([, option]) => choices(option.value, values, value))
        : children
          ? choices(children, values)
          : [type === 0 ? value : named(type === 7 ? counted : value)]
      return before.flatMap((start) => here.map((end) => start + end))
    },
    [''],
  )
}

/** Sample facts of text messages. */
const sampleValues = {
  brand: '{brand}',
  orderNumber: '{orderNumber}',
  pieces: 2,
  from: '{from}',
  to: '{to}',
  hotline: '{hotline}',
  link: '{link}',
  arrival: '{arrival}',
  isPaid: true,
  isDelayRefunded: true,
  hasArrived: true,
  returnReason: null,
}

/** Text messages by `sms.<kind>`, and the card for the desk, which is in both languages. */
export const otherTextsOf = (locale: Locale): Record<string, string> => ({
  'card.pickup': cardTexts[locale].pickup(2),
  'card.delivery': cardTexts[locale].delivery(2),
  'sms.code': codeText[locale]('{code}', '{brand}'),
  'sms.prepared': preparedText[locale](sampleValues),
  ...Object.fromEntries(
    Object.entries(messageTexts[locale]).map(([kind, text]) => [`sms.${kind}`, text(sampleValues)]),
  ),
})

const sentencesCache = new Map<Locale, ShownSentence[]>()

/** Every sentence shown to travellers, recipients, couriers and desks, in pages, mail and text messages. */
export function shownSentences(locale: Locale): ShownSentence[] {
  const before = sentencesCache.get(locale)
  if (before) return before
  const texts = messages[locale]
  const values = promiseValues(createFormatter(locale, texts))
  const onPages = Object.entries(texts)
    .filter(([key]) => isShownKey(key))
    .flatMap(([key, text]) => choices(partsOf(text, locale), values).map((choice) => [key, choice] as const))
  const found = [...onPages, ...Object.entries(otherTextsOf(locale))].flatMap(([key, text]) =>
    sentencesOf(text).map((sentence) => `${key}\n${sentence}`),
  )
  const sentences = [...new Set(found)].map((line) => {
    const [key = '', sentence = ''] = line.split('\n')
    return { key, sentence }
  })
  sentencesCache.set(locale, sentences)
  return sentences
}
