import type { PriceLine } from '@handsfree/core/contract'
import {
  formatAddress,
  formatClock,
  formatDayChip,
  formatMaskedPhone,
  formatMoney,
  formatPersonName,
  formatPriceLine,
  formatTime,
  isOtherTimeZone,
} from '@handsfree/core/i18n'
import { expect, test } from 'vitest'
import { english as en, chinese as zh } from './app/platform/languages.ts'

const shanghai = 'Asia/Shanghai'
const now = Date.parse('2026-11-21T09:00:00+08:00')
const options = { timeZone: shanghai, now, deviceTimeZone: shanghai }

test('formats money with its symbol, separators and a true minus', () => {
  const amounts = [
    { amount: 49_00, currency: 'CNY' },
    { amount: -24_50, currency: 'CNY' },
    { amount: 1_234_56, currency: 'HKD' },
    { amount: 5_00, currency: 'USD' },
  ] as const
  const texts = ['¥49.00', '−¥24.50', 'HK$1,234.56', '$5.00']
  for (const intl of [en, zh]) expect(amounts.map((money) => formatMoney(money, intl))).toEqual(texts)
})

test('leaves out decimals only for round amounts', () => {
  expect(formatMoney({ amount: 3_000_00, currency: 'CNY' }, en, { round: true })).toBe('¥3,000')
  expect(formatMoney({ amount: 3_000_50, currency: 'CNY' }, en, { round: true })).toBe('¥3,000.50')
})

test.each([
  ['2026-11-21T14:30:00+08:00', 'Today at 2:30\u00a0PM', '今天 14:30'],
  ['2026-11-22T00:00:00+08:00', 'Tomorrow at 12:00\u00a0AM', '明天 00:00'],
  ['2026-11-20T23:59:00+08:00', 'Yesterday at 11:59\u00a0PM', '昨天 23:59'],
  ['2026-11-24T10:05:00+08:00', 'Tue, Nov 24 at 10:05\u00a0AM', '11月24日 周二 10:05'],
  ['2027-01-02T08:00:00+08:00', 'Sat, Jan 2, 2027 at 8:00\u00a0AM', '2027年1月2日 周六 08:00'],
])('formats %s as %s and %s', (instant, english, chinese) => {
  expect(formatTime(instant, { ...options, intl: en })).toBe(english)
  expect(formatTime(Date.parse(instant), { ...options, intl: zh })).toBe(chinese)
})

test('takes the day from the time zone, not from the instant’s offset', () => {
  expect(formatTime('2026-11-21T17:00:00Z', { ...options, intl: en })).toBe('Tomorrow at 1:00\u00a0AM')
  expect(formatTime('2026-11-20T16:30:00Z', { ...options, intl: en })).toBe('Today at 12:30\u00a0AM')
})

test('names the city only if the device’s clock shows another time', () => {
  const told = (deviceTimeZone: string) =>
    formatTime('2026-11-24T10:05:00+08:00', { ...options, intl: en, city: 'Hangzhou', deviceTimeZone })
  const inChinese = { ...options, intl: zh, city: '杭州', deviceTimeZone: 'Europe/Berlin' }
  expect(told('Europe/Berlin')).toBe('Tue, Nov 24 at 10:05\u00a0AM (Hangzhou)')
  expect(told('Asia/Hong_Kong')).toBe('Tue, Nov 24 at 10:05\u00a0AM')
  expect(formatTime('2026-11-22T10:00:00+08:00', inChinese)).toBe('杭州时间明天 10:00')
  expect(formatTime('2026-11-24T10:05:00+08:00', inChinese)).toBe('杭州时间 11月24日 周二 10:05')
  expect(en.formatMessage({ id: 'time.allIn' }, { city: 'Shanghai' })).toBe('All times are Shanghai time')
  expect(isOtherTimeZone(now, shanghai, 'America/New_York')).toBe(true)
  expect(isOtherTimeZone(now, shanghai, shanghai)).toBe(false)
})

test('writes the date instead of “today” if the device has another date', () => {
  const told = (instant: string, deviceTimeZone: string) =>
    formatTime(instant, { ...options, intl: en, city: 'Hangzhou', deviceTimeZone })
  expect(told('2026-11-21T14:30:00+08:00', 'America/New_York')).toBe('Sat, Nov 21 at 2:30\u00a0PM (Hangzhou)')
  expect(told('2026-11-21T14:30:00+08:00', 'Europe/Berlin')).toBe('Today at 2:30\u00a0PM (Hangzhou)')
})

test('formats a day inside a sentence in lower case', () => {
  const inside = (instant: string) => formatTime(instant, { ...options, intl: en, inSentence: true })
  expect(inside('2026-11-22T06:00:00+08:00')).toBe('tomorrow at 6:00\u00a0AM')
  expect(inside('2026-11-24T06:00:00+08:00')).toBe('Tue, Nov 24 at 6:00\u00a0AM')
})

test('names the month on a day chip only if it differs', () => {
  const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-12-01']
  expect(days.map((day) => formatDayChip(day, { ...options, intl: en }))).toEqual([
    'Today',
    'Tomorrow',
    'Mon 23',
    'Tue, Dec 1',
  ])
  expect(days.map((day) => formatDayChip(day, { ...options, intl: zh }))).toEqual([
    '今天',
    '明天',
    '23日 周一',
    '12月1日 周二',
  ])
})

test('formats times with 12 hours in English and 24 hours in Chinese', () => {
  expect(formatClock('2026-11-21T00:05:00+08:00', { timeZone: shanghai, intl: en })).toBe('12:05\u00a0AM')
  expect(formatClock('2026-11-21T21:05:00+08:00', { timeZone: shanghai, intl: zh })).toBe('21:05')
})

test('begins an address with the room, or else with the place’s detail', () => {
  const location = { address: '18 Nanshan Road, Hangzhou', detail: 'Front desk in the lobby' }
  expect(formatAddress({ location, roomNumber: '1208' }, en)).toBe('Room 1208 · 18 Nanshan Road, Hangzhou')
  expect(formatAddress({ location, roomNumber: null }, en)).toBe(
    'Front desk in the lobby · 18 Nanshan Road, Hangzhou',
  )
  expect(
    formatAddress({ location: { address: '杭州市南山路 18 号', detail: '' }, roomNumber: '1208' }, zh),
  ).toBe('1208 号房 · 杭州市南山路 18 号')
  expect(formatAddress({ location: { address: 'Bridge 3', detail: '' } }, en)).toBe('Bridge 3')
})

test.each([
  ['86', '13800002046', '+86 138 **** 2046'],
  ['1', '4150002671', '+1 415 *** 2671'],
  ['852', '51234567', '+852 5 *** 4567'],
  ['290', '12345', '+290 *** 45'],
  ['1', '12', '+1 **'],
])('masks +%s %s as %s', (dialCode, phoneNumber, masked) => {
  expect(formatMaskedPhone({ dialCode, phoneNumber })).toBe(masked)
})

test('formats each kind of price line in both languages', () => {
  const line = (facts: Partial<PriceLine>): PriceLine => ({
    kind: 'pieces',
    pieces: 1,
    unit: 49_00,
    amount: 49_00,
    cover: null,
    nth: null,
    percentOff: null,
    ...facts,
  })
  const lines = [
    line({ pieces: 2, amount: 98_00 }),
    line({ kind: 'freePieces', amount: -49_00 }),
    line({ kind: 'sponsored', pieces: 2, amount: -98_00 }),
    line({ kind: 'nthPieceDiscount', nth: 3, percentOff: 50, amount: -24_50 }),
    line({ kind: 'insurance', unit: 0, amount: 0, cover: 3_000_00 }),
    line({ kind: 'insurance', unit: 6_00, amount: 12_00, cover: 10_000_00, pieces: 2 }),
    line({ kind: 'surcharge', pieces: 1 }),
  ]
  const read = (intl: typeof en) =>
    lines.map((item) => Object.values(formatPriceLine(item, 'CNY', intl)).join(' | '))
  expect(read(en)).toEqual([
    '¥49.00 × 2 | ¥98.00',
    'First bag free | −¥49.00',
    '2 bags, paid by the hotel | −¥98.00',
    '3rd bag, 50% off | −¥24.50',
    'Coverage up to ¥3,000 per bag | included',
    'Coverage up to ¥10,000 per bag | ¥12.00',
    'Surcharge for 1 more bag | ¥49.00',
  ])
  expect(read(zh)).toEqual([
    '¥49.00 × 2 | ¥98.00',
    '首件免费 | −¥49.00',
    '2 件由酒店付费 | −¥98.00',
    '第 3 件 5 折 | −¥24.50',
    '保障（每件最高赔付 ¥3,000） | 已包含',
    '保障（每件最高赔付 ¥10,000） | ¥12.00',
    '增加 1 件行李的差价 | ¥49.00',
  ])
})

test.each([
  ['陈明 Chen Ming', 'Chen Ming', '陈明'],
  ['Chen Ming', 'Chen Ming', 'Chen Ming'],
  ['林芳', '林芳', '林芳'],
])('formats the employee %s as %s in English and %s in Chinese', (name, english, chinese) => {
  expect([en, zh].map((intl) => formatPersonName(name, intl))).toEqual([english, chinese])
})
