import { type Locale, locales } from '@handsfree/core/contract'
import { describe, expect, test } from 'vitest'
import { partsOf, readings } from '../lib/readings.ts'
import { messages, otherTextsOf } from './shown-texts.ts'
import { avoidedWords } from './voice-page.ts'

/** Sentences quoted from the specification. */
const given = new Set<string>([
  'authProblem.sendFailed',
  'feedback.photosUnfinished',
  'notFound.text',
  'orderForm.agreeAndContinue',
  'orders.title',
  'photo.retry',
  'photo.retryUpload',
  'scan.allowCamera',
])

/** Excludes texts for desks, couriers and operators, and the privacy policy. */
const forTravellers = '^(?!crew\\w*:|staffNotification:|report:|privacy:|error:).*'

/** Words of `docs/voice.md` that are wrong only in some contexts, with a wrong sentence for each. */
const inContext: Record<Locale, Record<string, readonly [RegExp, string]>> = {
  'en-US': {
    'pick up': [
      /^(?!staffNotification:).*(?<!when can )\b(?:you|recipients?) (?:can |may )?picks? (?:\w+ )*up\b/i,
      'You can pick up your bag here',
    ],
    collect: [
      /^staffNotification:.*\bcollect|\bcourier\b(?! sets? out)[^.,;]*\bcollect/i,
      'The courier collects your bags',
    ],
    deliver: [
      /\bdeliver(?:s|ed|ing)? (?:\w+ )*to (?:you|the recipient)\b/i,
      'Your bags were delivered to the recipient',
    ],
    cover: [/\bcover (?:up|goes|is|applies|does|of)\b|\b(?:the|your|more) cover\b/i, 'The cover is included'],
    'handed over': [
      new RegExp(`${forTravellers}\\b(?:handed over|hand-over)\\b`, 'i'),
      'Your bags were handed over',
    ],
    'set out': [new RegExp(`${forTravellers}\\bsets? out\\b`, 'i'), 'Until a courier sets out'],
    location: [/^(?!.*\bphotos?\b).*\blocations?\b/i, 'Choose another location'],
  },
  'zh-CN': {
    取件: [/(?:您|领取人)[^，。；]*取件(?!时|地|日|点)/, '请您到前台取件'],
    取走: [new RegExp(`${forTravellers}取走`), '行李已取走'],
    签收: [new RegExp(`${forTravellers}签收`), '行李已签收'],
    入库: [new RegExp(`${forTravellers}入库`), '行李已入库'],
    存放: [new RegExp(`${forTravellers}存放`), '行李存放在前台'],
    应用内: [new RegExp(`${forTravellers}应用内`), '无法在应用内取消'],
    标签: [/标签(?!页)/, '每件行李都有标签'],
    开通: [/开通(?!服务)/, '热线已开通'],
    图片: [/图片(?!中|，|或|的路径)/, '请上传图片'],
    送达地: [/送达地(?!址|点的营业时间)/, '请选择送达地'],
    '优惠 50%': [/优惠 ?[\d{]/, '第 3 件优惠 50%'],
  },
}

/** Grammar that the voice avoids, and its replacement. */
const patterns: Record<Locale, readonly (readonly [RegExp, string])[]> = {
  'en-US': [
    [
      /\b(?:cannot|do not|does not|did not|is not|are not|was not|were not|have not|has not|could not)\b/i,
      'a contraction',
    ],
    [/\b(?:we are|(?<!for )you are|it is(?!\.)|there is|we will)\b/i, 'a contraction'],
    [/\b(?:did|does) not arrive\b|\bby (?:itself|ourselves|themselves)\b/i, 'a person’s verb'],
    [/\bgo(?:ing)? on (?:editing|with)\b/i, 'continue'],
    [/\bbags? (?:more|fewer)\b/i, 'more bags, fewer bags'],
    [/\balready\./i, '“already” before what is so'],
    [/\btake (?:\w+ )*back\b/i, 'turn off, withdraw'],
    [/\w, [\w’]+ (?:and|or) \w/, 'a comma before “and” in a list of three'],
  ],
  'zh-CN': [
    [/更换(?!号码|手机号)/, '更改'],
    [/（[^）]*（/, '不套括号'],
  ],
}

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\/]/g, '\\$&')

/** Matches an English word in all its forms. Chinese words aren't inflected. */
const plain = (word: string, locale: Locale): RegExp => {
  if (locale === 'zh-CN') return new RegExp(escaped(word))
  const [first = '', ...rest] = word.split(' ').map(escaped)
  return new RegExp(`\\b${[`${first}(?:s|es|d|ed|ing)?`, ...rest].join(' ')}s?\\b`, 'i')
}

/** Patterns to avoid, with their replacement. */
const refusals = (locale: Locale): (readonly [RegExp, string])[] => [
  ...avoidedWords[locale].map(
    ({ word, better }) => [inContext[locale][word]?.[0] ?? plain(word, locale), better] as const,
  ),
  ...patterns[locale],
]

const texts = (locale: Locale): (readonly [string, string])[] => [
  ...Object.entries(messages[locale])
    .filter(([key]) => !given.has(key))
    // Ignores names of arguments and select values.
    .flatMap(([key, text]) =>
      readings(partsOf(text, locale)).map((reading) => [key, reading.replace(/\{\w+\}/g, '{}')] as const),
    ),
  ...Object.entries(otherTextsOf(locale)),
]

describe.each(locales)('the voice in %s', (locale) => {
  test('contains no words that docs/voice.md avoids, in messages and text messages', () => {
    const refused = refusals(locale)
    const found = texts(locale).flatMap(([key, text]) =>
      refused
        .filter(([word]) => word.test(`${key.split('.')[0]}: ${text}`))
        .map(([, better]) => `${key}: ${text} → ${better}`),
    )
    expect([...new Set(found)]).toEqual([])
  })

  test('detects each word that docs/voice.md avoids', () => {
    expect(avoidedWords[locale].length).toBeGreaterThan(25)
    const passed = avoidedWords[locale].filter(({ word }) => {
      const [pattern, sample] = inContext[locale][word] ?? [plain(word, locale), word]
      return !pattern.test(sample) && !pattern.test(`staffNotification: ${sample}`)
    })
    expect(passed).toEqual([])
  })

  test('has context rules only for words of docs/voice.md', () => {
    const words = avoidedWords[locale].map(({ word }) => word)
    expect(Object.keys(inContext[locale]).filter((word) => !words.includes(word))).toEqual([])
  })

  test('suggests a replacement for each avoided word', () => {
    expect(avoidedWords[locale].filter(({ better }) => better === '')).toEqual([])
  })
})

test('uses 您 in fewer than 10% of the Chinese messages', () => {
  const zh = Object.values(messages['zh-CN'])
  expect(zh.filter((text) => text.includes('您')).length / zh.length).toBeLessThan(0.1)
})
