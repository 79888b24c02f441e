import { typedMoney } from '@handsfree/core/format'
import { expect, test } from 'vitest'

/** What a field shows after each key. */
function type(keys: string, units = 5) {
  let now = { text: '', amount: 0 }
  const seen: string[] = []
  for (const key of keys) {
    now = typedMoney(now.text + key, units)
    seen.push(now.text)
  }
  return { seen, amount: now.amount }
}

test('keeps the point of an amount that is typed, and two decimals', () => {
  expect(type('45.507')).toEqual({ seen: ['4', '45', '45.', '45.5', '45.50', '45.50'], amount: 45_50 })
  expect(type('120,5').amount).toBe(120_50)
  expect(type('.5')).toEqual({ seen: ['.', '.5'], amount: 50 })
})

test.each([
  ['', '', 0],
  ['200', '200', 200_00],
  ['200.00', '200.00', 200_00],
  ['1,234', '1234', 1_234_00],
  ['1,234.5', '1234.5', 1_234_50],
  ['1.234,50', '1234,50', 1_234_50],
  ['¥ 98', '98', 98_00],
  ['１２。５', '12.5', 12_50],
  ['-5', '5', 5_00],
  ['999999999', '99999', 99_999_00],
  ['a hundred', '', 0],
])('reads %s as %s', (typed, text, amount) => {
  expect(typedMoney(typed, 5)).toEqual({ text, amount })
})
