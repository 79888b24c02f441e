/// <reference path="../../web/env.d.ts" />
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import all from 'libphonenumber-js/max/metadata'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fullCodes, lightPlans, usualCodes, usualPlans } from '../../tools/phone-plans.ts'

vi.mock('virtual:phone-plans', () => ({
  fullCodes: new Set(fullCodes),
  americanCodes: new Set(usualCodes.american),
  otherCodes: new Set(usualCodes.others),
  plans: lightPlans(),
}))
vi.mock('virtual:usual-plans/american', () => ({ countries: usualPlans('american') }))
vi.mock('virtual:usual-plans/others', () => ({ countries: usualPlans('others') }))
vi.mock('../../core/phone/plans.ts', () => import('../../web/phone/plans.ts'))

const codeOf = (country: string): string => String(all.countries[country as keyof typeof all.countries]?.[0])
/** An example of each country, right and with a digit too many or wrong ones. */
const numbers = Object.entries(examples).flatMap(([country, number]) =>
  [
    number,
    `${number}0`,
    number.slice(1),
    `0${number}`,
    '1'.repeat(number.length),
    number.replace(/^./, '9'),
  ].map((phoneNumber) => ({ dialCode: codeOf(country), phoneNumber })),
)

let phone: typeof import('../../core/phone/phone.ts')
let plans: typeof import('../../web/phone/plans.ts')
let full: typeof import('../../core/phone/phone.ts')

beforeEach(async () => {
  vi.resetModules()
  phone = await import('../../core/phone/phone.ts')
  plans = await import('../../web/phone/plans.ts')
  vi.doUnmock('../../core/phone/plans.ts')
  vi.resetModules()
  full = await import('../../core/phone/phone.ts')
  vi.doMock('../../core/phone/plans.ts', () => import('../../web/phone/plans.ts'))
})

// The files after this one share its modules.
afterAll(async () => {
  vi.doUnmock('virtual:phone-plans')
  vi.doUnmock('virtual:usual-plans/american')
  vi.doUnmock('virtual:usual-plans/others')
  vi.doUnmock('../../core/phone/plans.ts')
  // What is queued happens with the next import.
  await import('../../core/phone/plans.ts')
  vi.resetModules()
})

const read = (by: typeof full) => (number: (typeof numbers)[number]) => [
  number,
  by.canonicalPhone(number),
  by.formatPhone(number),
  by.regionOf(number),
  by.readPhoneEntry(`+${number.dialCode}${number.phoneNumber}`),
]

const ofCodes = (codes: readonly string[]) => numbers.filter(({ dialCode }) => codes.includes(dialCode))

test('reads mainland numbers as with all plans, and loads no more for them', async () => {
  await plans.loadPlan('86')
  const first = ofCodes(fullCodes)
  expect(first.length).toBe(6)
  expect(first.map(read(phone))).toEqual(first.map(read(full)))
})

test('reads the numbers of a file of plans as with all plans once one of them was seen', async () => {
  await plans.loadPlan('1')
  const american = ofCodes(usualCodes.american)
  expect(american.length).toBeGreaterThan(100)
  expect(american.map(read(phone))).toEqual(american.map(read(full)))
  await plans.loadPlan('44')
  const usual = ofCodes([...fullCodes, ...Object.values(usualCodes).flat()])
  expect(usual.length).toBeGreaterThan(200)
  expect(usual.map(read(phone))).toEqual(usual.map(read(full)))
  expect(phone.isValidPhone({ dialCode: '39', phoneNumber: '3123456789' })).toBe(true)
  expect(plans.plansFor('86')).not.toBe(all)
})

test('takes any number of the right length until its plan is there, then reads all as the server does', async () => {
  const italian = { dialCode: '39', phoneNumber: '3123456789' }
  expect([phone.isValidPhone(italian), phone.isValidPhone({ ...italian, phoneNumber: '1' })]).toEqual([
    true,
    false,
  ])
  await plans.loadPlan('39')
  expect(plans.plansFor()).toBe(all)
  expect(numbers.map(read(phone))).toEqual(numbers.map(read(full)))
})

test('loads no plan for a calling code of nobody, or while there is none', async () => {
  await Promise.all([plans.loadPlan(''), plans.loadPlan('999')])
  expect(plans.plansFor()).not.toBe(all)
})

test('loads no plan for a number that is not begun, or whose calling code is being typed', async () => {
  const empty = { dialCode: '39', phoneNumber: '' }
  expect([phone.regionOf(empty), phone.isValidPhone(empty), phone.formatPhone(empty)]).toEqual([
    'IT',
    false,
    '+39 ',
  ])
  const coded = { dialCode: '39', phoneNumber: '+8' }
  expect([phone.regionOf(coded), phone.isValidPhone(coded), phone.formatPhone(coded)]).toEqual([
    'IT',
    false,
    '+8',
  ])
  await vi.dynamicImportSettled()
  expect(plans.plansFor()).not.toBe(all)
})
