import { freeWaitEnd, freeWaitText, openReportText } from '@handsfree/core/crew'
import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import { expect, it } from 'vitest'
import { operatorOrder } from '../../models/samples.ts'

const exception = {
  kind: 'bagDamaged',
  bags: [2],
  reason: 'Wheel',
  isImportant: false,
  time: '',
} as const
const order = operatorOrder({ pieces: 2, bags: [], exception: { ...exception, bags: [2], photos: [] } })
const textOf = async (locale: 'en-US' | 'zh-CN', changed = {}) =>
  openReportText(createFormatter(locale, await loadMessages(locale)), { ...order, ...changed })

it('writes the reason in the reader’s language, with bags and text', async () => {
  expect(await textOf('en-US')).toBe('A bag is damaged · Bag 2 of 2 · Wheel')
  expect(await textOf('zh-CN')).toBe('行李有破损 · 第 2 件，共 2 件 · Wheel')
  expect(await textOf('en-US', { exception: null })).toBe('')
})

it('writes the server’s own reports without their stored text', async () => {
  const own = { ...exception, kind: 'pickupMissed', bags: [], reason: 'nobody has picked up' }
  expect(await textOf('zh-CN', { exception: own })).toBe('配送员未按时取件')
})

it('counts 30 minutes from the arrival or the pickup time, whichever is later', async () => {
  const pickup = Date.parse(order.pickupTime)
  const waiting = { ...order, lifecycle: { ...order.lifecycle, pickup: 'waitPickup' as const } }
  const endAfter = (minutes: number) =>
    freeWaitEnd({ ...waiting, courierArrivedTime: new Date(pickup + minutes * 60_000).toISOString() })
  expect(endAfter(-20)).toBe(pickup + 30 * 60_000)
  expect(endAfter(5)).toBe(pickup + 35 * 60_000)
  expect(freeWaitEnd(waiting)).toBeNull()
  expect(freeWaitEnd({ ...order, courierArrivedTime: order.pickupTime })).toBeNull()

  const intl = createFormatter('en-US', await loadMessages('en-US'))
  const text = (now: number) => freeWaitText(intl, pickup, { now, timeZone: 'Asia/Shanghai' })
  expect(text(pickup - 3_600_000)).toMatch(/^The free wait begins at \d/)
  expect(text(pickup - 605_000)).toBe('Free wait: 10:05 left')
  expect(text(pickup)).toContain('over')
})
