import type { Order } from '@handsfree/core/contract'
import { enter, newTraveller, operatorOf, placePaidOrder } from '../../../e2e/backend.ts'
import { expectPhoneLayout } from '../../../e2e/checks.ts'
import { play, steps } from '../../../e2e/desk.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { test } from '../../../e2e/moved-server.ts'
import { expect } from '../../../e2e/own-address.ts'
import type { Key, Locale } from '../../../e2e/words.ts'
import { orderDraft } from '../../../order-draft.ts'

test.describe.configure({ timeout: 120_000 })

/**
 * From Hangzhou to Shanghai, which takes four hours: on Sunday from 14:00, delivered an hour later than the earliest
 * time.
 */
const { delivery, pickupTime } = orderDraft
const onSunday = (clock: string) => `2026-11-22T${clock}:00+08:00`
const deliveryTime = onSunday('19:00')

type Pinned = {
  /** Arrival windows: as booked, after the pickup, and on the way. */
  windows: [RegExp, RegExp, RegExp]
  late: Record<'tenth' | 'fifth', { minutes: string; refund: string }>
}

const pinned: Record<Locale, Pinned> = {
  'en-US': {
    windows: [
      /Expected today at 6:00(\sPM)?\s?–\s?7:00\sPM/,
      /Expected today at 6:30(\sPM)?\s?–\s?7:00\sPM/,
      /Expected today at 6:40(\sPM)?\s?–\s?7:00\sPM/,
    ],
    late: {
      tenth: {
        minutes: '45 minutes late',
        refund: '¥9.80 of the ¥98.00 you paid is going back to your original payment method.',
      },
      fifth: {
        minutes: '61 minutes late',
        refund: '¥19.60 of the ¥98.00 you paid is going back to your original payment method.',
      },
    },
  },
  'zh-CN': {
    windows: [/：今天 18:00–19:00/, /：今天 18:30–19:00/, /：今天 18:40–19:00/],
    late: {
      tenth: { minutes: '晚 45 分钟', refund: '支付的 ¥98.00 中，¥9.80 将退回原支付方式。' },
      fifth: { minutes: '晚 61 分钟', refund: '支付的 ¥98.00 中，¥19.60 将退回原支付方式。' },
    },
  },
}

inBothLanguages((say, locale) => {
  const { windows, late } = pinned[locale]

  test('narrows the arrival window with each step, and refunds late bags automatically', {
    tag: '@nightly',
  }, async ({ page, baseURL, moveTo }) => {
    const traveller = await newTraveller(baseURL)
    const operator = operatorOf(baseURL)
    const placed = () => placePaidOrder(traveller, { delivery, pickupTime, deliveryTime })
    const report = async (event: Key, order: Order) =>
      steps.find((step) => step.event === event)?.act(operator, order)
    const [first, second] = [await placed(), await placed()]
    const both = async (event: Key) => {
      for (const order of [first, second]) await report(event, order)
    }
    await play(operator, first, 'reviewing', 'review_pass')
    await play(operator, second, 'reviewing', 'review_pass')
    await enter(page, traveller)
    await moveTo(onSunday('13:30'))
    await page.goto(`/order/detail/${first.orderId}`)
    const expected = (index: 0 | 1 | 2) => page.getByRole('main').getByText(windows[index]).first()
    await expect(expected(0)).toBeVisible()
    await both('trace.courierAssigned')
    await moveTo(onSunday('13:50'))
    await both('trace.picked_up')
    await expect(expected(1)).toBeVisible()
    await moveTo(onSunday('14:00'))
    await both('trace.transportation')
    await expect(expected(2)).toBeVisible()
    await expectPhoneLayout(page)

    for (const [order, time, { minutes, refund }] of [
      [first, '19:45', late.tenth],
      [second, '20:01', late.fifth],
    ] as const) {
      await page.goto(`/order/detail/${order.orderId}`)
      // The first order arrives within its window. The second one is reported as late before it arrives.
      const call = page.getByRole('main').getByRole('link', { name: say('order.callSupport') })
      const isLate = page.getByRole('heading', { name: say('orderHeadline.late', { pieces: 2 }) })
      await expect(order === first ? expected(2) : isLate).toBeVisible()
      if (order === second) await expect(call).toHaveAttribute('href', /^tel:\+\d+/)
      await moveTo(onSunday(time))
      await report('trace.courier_arrived_at_delivery_site', order)
      await expect(page.getByText(say('trace.deliveredLate'))).toBeVisible()
      await expect(page.getByText(minutes)).toBeVisible()
      await expect(page.getByText(refund)).toBeVisible()
      await expect(expected(2)).toHaveCount(0)
      await expectPhoneLayout(page)
    }
  })
})
