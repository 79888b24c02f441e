import { foldTaxNumber, isTaxNumber } from '@handsfree/core/receipts'
import { expect, it } from 'vitest'

it.each([
  // Published by their companies.
  '91110108551385082Q',
  '91440300708461136T',
  // 15 and 20 characters, from before the unified code.
  '110108551385082',
  '11010819800101123X01',
])('accepts %s for an order in CNY', (number) => {
  expect(isTaxNumber(number, 'CNY')).toBe(true)
})

it.each([
  '91110108551385082A',
  '91110108551385028Q',
  '9111010855138508IQ',
  '91110108551385082',
  '',
  'DE123456789',
])('refuses %s for an order in CNY', (number) => {
  expect(isTaxNumber(number, 'CNY')).toBe(false)
})

it.each([
  ['HKD', '12345678-000'],
  ['USD', 'DE123456789'],
  ['USD', 'ATU12345678'],
  ['HKD', '91110108551385082Q'],
] as const)('accepts in %s the number %s', (currency, number) => {
  expect(isTaxNumber(number, currency)).toBe(true)
})

it.each(['12', '-12345678', '123456789-', 'A'.repeat(21), '1234 '.repeat(9), '税号123456'])(
  'refuses %s for an order in another currency',
  (number) => {
    expect(isTaxNumber(number, 'HKD')).toBe(false)
  },
)

it('folds full-width characters and case, and drops spaces in CNY only', () => {
  expect(foldTaxNumber(' ９1110108 5513 85082q', 'CNY')).toBe('91110108551385082Q')
  expect(foldTaxNumber(' de 123 456 789 ', 'USD')).toBe('DE 123 456 789')
})
