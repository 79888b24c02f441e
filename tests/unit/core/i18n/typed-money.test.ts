import { Currency, Locale } from '@handsfree/core/contract'
import { createFormatter, formatMoney, loadMessages, parseTypedMoney } from '@handsfree/core/i18n'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** Types key by key; returns the field's text after each key and the final amount. */
function type(keys: string) {
  let now = parseTypedMoney('')
  const seen: string[] = []
  for (const key of keys) {
    now = parseTypedMoney(now.text + key)
    seen.push(now.text)
  }
  return { seen, amount: now.amount }
}

test('keeps the decimal point and two decimals while an amount is typed', () => {
  expect(type('45.50')).toEqual({ seen: ['4', '45', '45.', '45.5', '45.50'], amount: 45_50 })
  expect(type('120,5').amount).toBe(120_50)
  expect(type('.5')).toEqual({ seen: ['.', '.5'], amount: 50 })
})

test.each([
  ['10.000', 10_000_00],
  ['1,234,567', 1_234_567_00],
  ['1.000,50', 1_000_50],
  ['1,000.50', 1_000_50],
  ['25 000', 25_000_00],
  ["5'000.5", 5_000_50],
  ['3万', 30_000_00],
  ['¥500', 500_00],
  ['5.000 €', 5_000_00],
  ['HK$200', 200_00],
])('reads %s typed key by key', (keys, amount) => {
  expect(type(keys).amount).toBe(amount)
})

test.each([
  ['', '', 0],
  ['200', '200', 200_00],
  ['200.00', '200.00', 200_00],
  ['1,234', '1,234', 1_234_00],
  ['1,234.5', '1,234.5', 1_234_50],
  ['1.234,50', '1.234,50', 1_234_50],
  ['10.000', '10.000', 10_000_00],
  ['10,000', '10,000', 10_000_00],
  ['10.000,00', '10.000,00', 10_000_00],
  ['5.000 €', '5.000', 5_000_00],
  ['1,00,000', '1,00,000', 100_000_00],
  ['25 000', '25 000', 25_000_00],
  ["5'000", "5'000", 5_000_00],
  ['1’234’567.50', '1’234’567.50', 1_234_567_50],
  ['3万', '3万', 30_000_00],
  ['1.5 万元', '1.5万', 15_000_00],
  ['8千', '8千', 8_000_00],
  ['¥ 98', '98', 98_00],
  ['HK$200', '200', 200_00],
  ['hk$ 1,200.00', '1,200.00', 1_200_00],
  ['US$98.50', '98.50', 98_50],
  ['$ 1,200.00', '1,200.00', 1_200_00],
  ['100.-', '100.', 100_00],
  ['１２。５', '12。5', 12_50],
  ['٣٠٠٠', '3000', 3_000_00],
  ['-5', '5', 5_00],
  ['999999999', '999999999', 999_999_999_00],
])('reads %s as %s', (typed, text, amount) => {
  expect(parseTypedMoney(typed)).toEqual({ text, amount, invalidText: '' })
})

test.each([
  'a hundred',
  'USD 500',
  'HK',
  'HK200',
  'XY$200',
  '5€50',
  '10MM',
  '10k',
  '3万5',
  '3亿',
  '0.500',
  '1234.507',
  '3000-5000',
  '3000 5000',
  '1,0000',
])('keeps the invalid amount %s as typed', (typed) => {
  expect(parseTypedMoney(typed)).toEqual({ text: typed, amount: 0, invalidText: typed })
})

test('refuses a number of 400 digits as an amount', () => {
  const endless = '9'.repeat(400)
  expect(parseTypedMoney(endless)).toEqual({ text: endless, amount: 0, invalidText: endless })
})

test.each(Locale.options)('parses each amount that the product formats in %s', async (locale) => {
  const intl = createFormatter(locale, await loadMessages(locale))
  const amounts = fc.integer({ min: 0, max: 1e9 })
  fc.assert(
    fc.property(amounts, fc.constantFrom(...Currency.options), fc.boolean(), (amount, currency, round) => {
      expect(parseTypedMoney(formatMoney({ amount, currency }, intl, { round }))).toMatchObject({
        amount,
        invalidText: '',
      })
    }),
  )
})
