import { locales } from '@handsfree/core/contract'
import { describe, expect, test } from 'vitest'
import { topics } from './rule-topics.ts'
import { isAbout, messages, type ShownSentence, shownSentences } from './shown-texts.ts'

type Case = { locale: (typeof locales)[number]; topic: string; about: RegExp; never: RegExp }
const cases: Case[] = locales.flatMap((locale) =>
  Object.entries(topics[locale]).map(([topic, patterns]) => ({ locale, topic, ...patterns })),
)

/** Sentences by topic, each once, with the keys of their messages. */
function reviewed(locale: Case['locale'], sentences: readonly ShownSentence[]): string {
  const of = Object.entries(topics[locale]).map(([topic, { about }]) => {
    const keys = new Map<string, string[]>()
    for (const { key, sentence } of sentences) {
      if (isAbout(about, sentence)) keys.set(sentence, [...(keys.get(sentence) ?? []), key])
    }
    const lines = [...keys].map(([sentence, said]) => `  ${sentence}\n    ${said.join(' ')}\n`)
    return `${topic}\n${lines.join('')}`
  })
  return of.join('\n')
}

/** Sentences that contradict a rule or reword it, as a page, sheet or text message could. */
const contradictions: Record<Case['locale'], Record<string, readonly string[]>> = {
  'en-US': {
    'who collects with what': [
      'Bring your passport to collect',
      'Show the claim code to nobody else',
      'The recipient’s name is checked',
    ],
    'who waits for whom': [
      'The courier stays 30 minutes for free',
      'The courier waits 15 minutes',
      'You need to wait at the front desk',
    ],
    'when a surcharge is due': [
      'Pay the surcharge before delivery',
      'Extra bags are charged at delivery',
      'More bags? Pay when you collect',
    ],
    'what comes back on canceling': [
      'We keep half of the price if you cancel',
      'Canceling costs a fee',
      'You get back what you paid, less 10%',
    ],
    'what comes back on a refusal': [
      'Bags that we refuse aren’t refunded',
      'If your order fails review, you pay half',
    ],
    'what comes back for coming late': ['10% back if 30 minutes late', 'Late bags give nothing back'],
  },
  'zh-CN': {
    'who collects with what': ['领取时核对姓名', '请出示取件码', '请勿向他人出示领取码'],
    'who waits for whom': ['配送员最多停留 15 分钟', '请在前台等候配送员', '配送员会等您'],
    'when a surcharge is due': ['多出的行李请在送达前付款', '送达前补足差额', '清点后在领取时付款'],
    'what comes back on canceling': ['取消后扣除手续费', '取件前 4 小时可免费取消', '已付款项退还一半'],
    'what comes back on a refusal': ['拒收的行李不退款', '审核未通过不予退还'],
    'what comes back for coming late': ['晚到 30 分钟退 10%', '延误不予退款'],
  },
}

describe.each(locales)('rules in %s', (locale) => {
  test('matches the reviewed sentences for every rule', async () => {
    await expect(reviewed(locale, shownSentences(locale))).toMatchFileSnapshot(`promised-rules/${locale}.txt`)
  })

  test('recognizes the topic of each contradicting sentence', () => {
    const unseen = Object.entries(contradictions[locale]).flatMap(([topic, sentences]) =>
      sentences.filter((sentence) => !topics[locale][topic]?.about.test(sentence)),
    )
    expect(unseen).toEqual([])
  })
})

test.each(cases)('never contradicts the rule on $topic in $locale', ({ locale, about, never }) => {
  const found = shownSentences(locale).filter(
    ({ sentence }) => isAbout(about, sentence) && never.test(sentence),
  )
  expect(found).toEqual([])
})

test.each(locales)('puts “after that” directly after its hours in %s', (locale) => {
  const apart = Object.entries(messages[locale]).filter(
    ([, text]) =>
      text.includes('{lateCancellation}') && !/\{freeCancellation\}[.。] ?\{lateCancellation\}/.test(text),
  )
  expect(apart).toEqual([])
})

const refusedAtOnce = [
  'who collects with what',
  'when a surcharge is due',
  'what comes back on a refusal',
  'what comes back for coming late',
]
test.each(cases.filter(({ topic }) => refusedAtOnce.includes(topic)))(
  'refuses a contradiction of the rule on $topic in $locale without a review',
  ({ locale, topic, never }) => {
    expect(contradictions[locale][topic]?.some((sentence) => never.test(sentence))).toBe(true)
  },
)
