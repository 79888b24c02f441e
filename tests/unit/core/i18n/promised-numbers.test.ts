import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DeclaredValue, OrderDraft, Pieces, VerificationCode } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { createIntl } from 'react-intl'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const { formatters } = createIntl({ locale: 'en-US' })

type Part = { type: number; value?: string; options?: Record<string, { value: Part[] }>; children?: Part[] }

/** The text of a message without its arguments. */
const literals = (parts: Part[]): string[] =>
  parts.flatMap(({ type, value = '', options = {}, children = [] }) => [
    ...(type === 0 ? [value] : []),
    ...Object.values(options).flatMap((option) => literals(option.value)),
    ...literals(children),
  ])

const chineseNumber = /[二三四五六七八九十百两]+\s*(个)?(小时|分钟|天|件|英寸|秒|张|次)/
const englishNumber =
  /\b(two|three|four|five|six|ten|twelve|fifteen|twenty|thirty|forty|sixty|seventy)\b.*\b(hours?|minutes?|days?|inch(es)?|pieces?|photos?)\b/i

const ofRefund = /refund/i
const ofMoneyBack = /money is back|goes? back|back by|退回|退款|退还/i

describe.each([
  ['en-US', en as Record<string, string>, englishNumber, /hours of (?:canceling|our decision|\{cause)/],
  ['zh-CN', zh as Record<string, string>, chineseNumber, /(?:取消|未通过)后/],
])('messages in %s', (locale, messages, spelledOut, fromWhat) => {
  const words = Object.entries(messages).flatMap(([key, message]) =>
    literals(formatters.getMessageFormat(message, locale).getAst() as Part[]).map((text) => ({ key, text })),
  )

  it('uses arguments from the policy instead of digits in messages', () => {
    // The number 1 belongs to the singular: "1 piece, paid by the hotel".
    const bare = words
      .filter(({ key }) => key !== 'siteDetail.allDay')
      .filter(({ text }) => (text.match(/\d+/g) ?? []).some((number) => number !== '1'))
    expect(bare).toEqual([])
  })

  it('prints a refund’s date only on orders that were refused or cancelled', () => {
    const dated = Object.entries(messages)
      .filter(([key, message]) => ofRefund.test(key) || ofMoneyBack.test(message))
      .filter(([, message]) => /\{\w*[tT]ime\}/.test(message))
      .map(([key]) => key)
    expect(dated).toEqual([
      'orderNext.refunding',
      'orderNext.review_failed',
      'receipt.refundBy',
      'receipt.refundDone',
      'receipt.refundLate',
    ])
  })

  it('counts the hours of a refund from the refusal or the cancellation', () => {
    const counted = Object.entries(messages).filter(([, message]) => message.includes('{refundHours}'))
    // These count from another start: the payment page when the refund is under way, late payments, and changed
    // counts.
    const begun = [
      'cancellation.checking',
      'orderChange.backWords',
      'orderChange.caller.backWords',
      'payment.goesBackDetail',
      'payment.leaveDetail',
      'payment.overdueDetail',
      'payment.unpaidDetail',
      'payment.withdrawnDetail',
    ]
    expect(counted.filter(([, message]) => !fromWhat.test(message)).map(([key]) => key)).toEqual(begun)
    expect(counted.map(([key]) => key).sort()).toEqual(
      [
        ...begun,
        'cancellation.within',
        'notification.refund',
        'promise.refusal',
        'promises.refundEitherWay',
        'rule.refundOnCancel',
      ].sort(),
    )
  })

  it('does not spell out numbers in messages', () => {
    expect(words.filter(({ text }) => spelledOut.test(text))).toEqual([])
  })
})

it('calls the courier 配送员 in every Chinese message', () => {
  expect(Object.entries(zh).filter(([, text]) => /快递员|快递小哥|司机/.test(text))).toEqual([])
})

it('accepts in the contract what the policy promises', () => {
  const takes = (schema: v.GenericSchema, value: unknown) => v.is(schema, value)
  const photos = (count: number) => Array.from({ length: count }, (_, index) => `/files/${index}`)
  expect([policy.minPieces, policy.maxPieces].map((pieces) => takes(Pieces, pieces))).toEqual([true, true])
  expect([policy.minPieces - 1, policy.maxPieces + 1].map((pieces) => takes(Pieces, pieces))).toEqual([
    false,
    false,
  ])
  expect(
    [policy.minPhotos - 1, policy.minPhotos, policy.maxPhotos, policy.maxPhotos + 1].map((count) =>
      takes(OrderDraft.entries.photos, photos(count)),
    ),
  ).toEqual([false, true, true, false])
  expect(takes(VerificationCode, '1'.repeat(policy.codeDigits))).toBe(true)
  expect(takes(DeclaredValue, -1)).toBe(false)
})

describe('texts of the repository', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')

  it('promises in docs/promises.md what the specification promises', () => {
    expect(read('docs/promises.md').match(/\d+(\/\d+)?( \w+)?/g)).toEqual([
      '4 hours',
      '4 hours',
      '10 minutes',
      '40 minutes',
      '30 minutes',
      '72 hours',
      '10',
      '30 minutes',
      '20',
      '60 minutes',
      '30 minutes',
      '72 hours',
      '60 minutes',
      '32 inches',
      '20 bags',
      '7 days',
      '24 hours',
      '72 hours',
      '48 hours',
      '2 seconds',
      '24 hours',
      '24/7',
    ])
  })

  it('uses only the specification’s hours in docs/machines', () => {
    const pages = readdirSync(join(root, 'docs/machines')).map((name) => read(`docs/machines/${name}`))
    const hours = [...pages.join().matchAll(/(\d+) ?(?:hours?|h)\b/g)].map(([, number]) => number)
    expect(hours.length).toBeGreaterThan(0)
    expect(hours.filter((number) => !['4', '24', '48', '72'].includes(number ?? ''))).toEqual([])
  })
})
