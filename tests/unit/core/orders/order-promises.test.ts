import type { LifecycleColumns, Order } from '@handsfree/core/contract'
import { createFormatter } from '@handsfree/core/i18n'
import {
  cancelText,
  headlineText,
  isPickupMissed,
  mayCancel,
  nextStepText,
  nothingPaidText,
  offersCancellation,
  orderCancelTerms,
  refundTerms,
  refundText,
} from '@handsfree/core/orders'
import { cancelTerms, isFreeToCancel } from '@handsfree/core/policy'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { order as sample } from '../../models/samples.ts'

const english = createFormatter('en-US', en)
const chinese = createFormatter('zh-CN', zh)

// Pickup at 10:00 in Shanghai: free cancellation until 06:00, missed from 11:00.
const at = (clock: string) => Date.parse(`2026-11-24T${clock}+08:00`)
const early = Date.parse('2026-11-23T12:00:00+08:00')
const money = (amount: number) => ({ amount, currency: 'CNY' as const })

const order = (lifecycle: Partial<LifecycleColumns>, changed: Partial<Order> = {}): Order => {
  const one = sample()
  return {
    ...one,
    pieces: 2,
    amountPaid: money(98_00),
    ...changed,
    lifecycle: { ...one.lifecycle, ...lifecycle },
  }
}
const paid = { payment: 'paid', review: 'waitConfirm' } as const
const accepted = { payment: 'paid', review: 'pass', assignment: 'accepted', pickup: 'waitPickup' } as const
const surcharge = { ...accepted, payment: 'supplementary' } as const
const free = { total: money(0), amountPaid: money(0) }
const lateBooked = { createTime: '2026-11-24T07:19:00+08:00' }

/** Removes the city, which is shown if the device's time zone differs. */
const plain = (text: string | null) => text?.replace(/ \(Shanghai\)|Shanghai时间 /, '') ?? null

/** Cancellation terms, refund, and whether cancelling is allowed. */
const said = (one: Order, now: number) => [
  plain(cancelText(english, one, now)),
  refundText(english, one, now),
  mayCancel(one, now),
]

describe('cancellation terms on the order page', () => {
  const refundOnEither =
    'If you cancel in time or we can’t take your bags, you get a full refund within 72 hours of canceling or of our decision'
  const refundOnCancel = 'If you cancel, your refund arrives within 72 hours of canceling'
  const refundOnRefusal = 'If we can’t take your bags, you get a full refund within 72 hours of our decision'
  const ended = 'Free cancellation ended today at 6:00\u00a0AM. To change or cancel, call us.'
  const never =
    'You placed this order less than 4 hours before pickup, so it can no longer be canceled online. To change or cancel, call us.'
  const nobodyCame =
    'Nobody came? You can wait, and we’ll tell you when a courier comes. You can also change your order, cancel now and get back everything you paid, or call us.'

  test.each<[string, Order, number, ReturnType<typeof said>]>([
    [
      'paid, the day before',
      order(paid),
      early,
      ['Free to cancel until tomorrow at 6:00\u00a0AM', refundOnEither, true],
    ],
    [
      'accepted, at the last moment',
      order(accepted),
      at('06:00:00'),
      ['Free to cancel until today at 6:00\u00a0AM', refundOnCancel, true],
    ],
    ['accepted, a moment later', order(accepted), at('06:00:00.001'), [ended, null, false]],
    ['under review, too late', order(paid), at('08:00:00'), [ended, refundOnRefusal, false]],
    ['placed at 07:19', order(paid, lateBooked), at('07:20:00'), [never, refundOnRefusal, false]],
    [
      'placed at 07:19, not paid yet',
      order({ payment: 'unpaid' }, { ...lateBooked, amountPaid: money(0) }),
      at('07:20:00'),
      [
        'Pickup is in less than 4 hours. If you ordered less than 4 hours before it, you can cancel for free for 10 minutes after paying, unless the courier has arrived. Otherwise, call us.',
        refundOnRefusal,
        true,
      ],
    ],
    ['a moment before the pickup is missed', order(accepted), at('10:39:59.999'), [ended, null, false]],
    ['missed pickup', order(accepted), at('10:40:00'), [nobodyCame, refundOnCancel, true]],
    [
      'missed pickup, placed at 07:19 and not reviewed',
      order(paid, lateBooked),
      at('10:40:00'),
      [nobodyCame, refundOnEither, true],
    ],
    [
      'a courier came, and took nothing',
      order(accepted, { courierArrivedTime: '2026-11-24T09:50:00+08:00' }),
      at('10:40:00'),
      [
        'Bags not picked up? If a surcharge is due, pay it so that the courier can take them. Otherwise, you can wait. Or cancel now and get back everything you paid, or call us.',
        refundOnCancel,
        true,
      ],
    ],
    [
      'a surcharge unpaid until then',
      order(surcharge, { total: money(122_50) }),
      at('10:40:00'),
      [
        'Bags not picked up? If a surcharge is due, pay it so that the courier can take them. Otherwise, you can wait. Or cancel now and get back everything you paid, or call us.',
        refundOnCancel,
        true,
      ],
    ],
    [
      'free of charge, placed at 07:19',
      order(paid, { ...free, ...lateBooked }),
      at('08:00:00'),
      [
        'You placed this order less than 4 hours before pickup, so it can no longer be canceled online. To change or cancel, call us.',
        null,
        false,
      ],
    ],
    [
      'free of charge, missed pickup',
      order(accepted, free),
      at('10:40:00'),
      ['Bags not picked up? You can wait, cancel now, or call us.', null, true],
    ],
    ['picked up', order({ ...accepted, pickup: 'pickuped' }), at('12:00:00'), [null, null, false]],
    ['cancelled', order({ ...paid, closing: 'cancelled' }), early, [null, null, false]],
  ])('describes until when cancelling is free and what is refunded: %s', (_, one, now, expected) => {
    expect(said(one, now)).toEqual(expected)
  })

  test('describes in Chinese until when cancelling is free and what is refunded', () => {
    expect([
      plain(cancelText(chinese, order(paid), early)),
      plain(cancelText(chinese, order(paid), at('08:00:00'))),
      plain(cancelText(chinese, order(paid, lateBooked), at('08:00:00'))),
      plain(cancelText(chinese, order({ payment: 'unpaid' }), at('08:00:00'))),
      plain(cancelText(chinese, order(accepted), at('10:40:00'))),
      refundText(chinese, order(paid), early),
      refundText(chinese, order(accepted), early),
      refundText(chinese, order(paid), at('08:00:00')),
    ]).toEqual([
      '明天 06:00 前可免费取消',
      '免费取消已截止（今天 06:00），不能再线上取消，更改或取消请联系客服。',
      '下单时离取件不到 4 小时，不能线上取消，更改或取消请联系客服。',
      '离取件不到 4 小时；下单时离取件已不到 4 小时的，付款后 10 分钟内且配送员未到可免费取消，其他情况请联系客服。',
      '还没有人来取件？可以继续等待，配送员到达时我们会通知您；也可以更改订单，或现在取消订单，已付款项全额退回；或致电我们。',
      '按时取消或审核未通过后 72 小时内，全额原路退回到账',
      '取消后 72 小时内原路退回到账',
      '如不能寄送，审核未通过后 72 小时内全额原路退回到账',
    ])
  })

  it('promises cancellation exactly when it is allowed, for any order and time', () => {
    const lifecycle = fc.constantFrom<Partial<LifecycleColumns>>(
      paid,
      accepted,
      surcharge,
      { ...accepted, lock: 'locked' },
      { payment: 'unpaid' },
      { payment: 'failed' },
    )
    const hours = fc
      .integer({ min: -30 * 60, max: 5 * 60 })
      .map((minutes) => at('10:00:00') + minutes * 60_000)
    const amounts = fc.constantFrom(98_00, 0)
    fc.assert(
      fc.property(lifecycle, hours, hours, amounts, (state, placed, now, amount) => {
        const one = order(state, {
          createTime: new Date(Math.min(placed, now)).toISOString(),
          total: money(amount),
          amountPaid: money(amount),
        })
        const terms = orderCancelTerms(one, now)
        // The page allows cancelling exactly if its terms say so.
        expect(mayCancel(one, now)).toBe(
          terms === 'freeUntil' || terms === 'nobodyCame' || terms === 'notOncePaid',
        )
        expect(terms === null).toBe(state.lock === 'locked')
        if (terms === null || state.payment === 'unpaid' || state.payment === 'failed') return
        expect(isFreeToCancel(at('10:00:00'), now)).toBe(mayCancel(one, now))
        expect(isPickupMissed(one, now)).toBe(terms === 'nobodyCame')
        // A deadline in the past isn't offered, and one in the future isn't reported as over.
        expect(terms === 'freeUntil').toBe(now <= at('06:00:00'))
        if (terms === 'freeEnded') expect(Date.parse(one.createTime)).toBeLessThanOrEqual(at('06:00:00'))
        if (amount === 0) expect(refundTerms(one, now)).toBe(null)
      }),
    )
  })
})

test('warns before payment of limited cancellation if the pickup is within 4 hours', () => {
  const terms = (clock: string) => {
    const now = at(clock)
    return cancelTerms({ pickupTime: at('10:00:00'), placedTime: now, isPaid: false, now })
  }
  expect(['05:00:00', '06:00:00', '06:00:00.001', '09:00:00'].map(terms)).toEqual([
    'freeUntil',
    'freeUntil',
    'notOncePaid',
    'notOncePaid',
  ])
})

test('distinguishes ended free cancellation from none at all by when the order was placed', () => {
  const terms = (placed: string) =>
    cancelTerms({ pickupTime: at('10:00:00'), placedTime: at(placed), isPaid: true, now: at('09:00:00') })
  expect(['05:59:59', '06:00:00', '06:00:00.001'].map(terms)).toEqual(['freeEnded', 'freeEnded', 'neverFree'])
})

test('shows when free cancellation of an order placed late ends, and that it has ended', () => {
  const late = order(accepted, {
    createTime: new Date(at('08:00:00')).toISOString(),
    promises: { ...order(accepted).promises, freeCancellationUntil: new Date(at('08:12:00')).toISOString() },
  })
  const said = (clock: string) => plain(cancelText(english, late, at(clock)))
  expect([said('08:12:00'), mayCancel(late, at('08:12:00'))]).toEqual([
    'Free to cancel until today at 8:12\u00a0AM',
    true,
  ])
  expect([said('08:12:01'), mayCancel(late, at('08:12:01'))]).toEqual([
    'Free cancellation ended today at 8:12\u00a0AM. To change or cancel, call us.',
    false,
  ])
})

test('offers cancellation as time passes, and follows the server if the clocks differ', () => {
  const offered = (actions: Order['actions'], loadedAt: number, now: number, askedAt = loadedAt) =>
    offersCancellation(order(accepted, { actions }), { requestedAt: askedAt, loadedAt, now })
  // Read during free cancellation and left open: over at 06:00, offered again at 10:40.
  expect(
    [at('06:00:00'), at('06:00:01'), at('10:40:00')].map((now) => offered(['order.cancel'], early, now)),
  ).toEqual([true, false, true])
  // The phone's clock is fast or slow.
  expect(offered(['order.cancel'], at('07:00:00'), at('07:01:00'))).toBe(true)
  expect(offered([], early, early)).toBe(false)
  // Requested during free cancellation; the response arrived after it had ended.
  expect(offered(['order.cancel'], at('06:00:01'), at('06:00:01'), at('06:00:00'))).toBe(false)
  // Requested before the clock was set.
  expect(offered(['order.cancel'], early, at('06:00:01'), at('10:39:00'))).toBe(false)
})

test('does not promise a past time in the headline of a missed pickup', () => {
  const words = (one: Order, now: number) =>
    [headlineText, nextStepText].map((of) => plain(of(english, one, now)))
  const one = order(accepted, { status: 'pending_pickup' })
  expect(words(one, at('10:00:00'))[0]).toBe('We’ll pick up your 2 bags today at 10:00\u00a0AM')
  expect(words(one, at('10:39:00'))[0]).toBe('Your 2 bags are due for pickup')
  expect(words(one, at('10:40:00'))).toEqual([
    'Sorry, your 2 bags haven’t been picked up yet',
    'Pickup was planned for today at 10:00\u00a0AM. We’re looking into it.',
  ])
  expect([headlineText, nextStepText].map((of) => plain(of(chinese, one, at('10:40:00'))))).toEqual([
    '抱歉，2 件行李还未取件',
    '原定今天 10:00 取件，我们正在处理。',
  ])
  // The surcharge already explains why the bags wait.
  const dearer = order(surcharge, { status: 'pending_surcharge' })
  expect(words(dearer, at('10:40:00'))[0]).toBe('Pay the difference to send all 2 bags')
})

test('shows when a refused order is refunded, or that nothing was paid for a free one', () => {
  const refused = (refundBy: string | null) =>
    sample({
      status: 'review_failed',
      promises: { freeCancellationUntil: '2026-11-24T06:00:00+08:00', refundBy, freeWaitMinutes: 30 },
    })
  const [back, nothing] = [refused('2026-11-26T12:00:00+08:00'), refused(null)]
  expect(
    [english, chinese].flatMap((intl) => [back, nothing].map((one) => plain(nextStepText(intl, one, early)))),
  ).toEqual([
    'Your refund goes back to your original payment method by Thu, Nov 26 at noon.',
    'You haven’t paid anything, so there’s nothing to refund.',
    '已付款项原路退回，11月26日 周四 12:00 前到账。',
    '尚未付款，无需退款。',
  ])
})

test('promises a refund of a cancelled order whose payment is still at the bank', () => {
  const said = (checkingSince: string | null) =>
    [english, chinese].map((intl) => plain(nothingPaidText(intl, { checkingSince }, { refundHours: 72 })))
  expect(said(null)).toEqual([
    'You haven’t paid anything, so there’s nothing to refund. We won’t pick up your bags.',
    '尚未付款，无需退款。我们不会上门取件。',
  ])
  expect(said('2026-11-23T02:00:00Z')).toEqual([
    'Your bank hasn’t answered yet. If you’re still charged, you’ll get a full refund within 72 hours of the charge. We won’t pick up your bags.',
    '银行还没有回复。如果之后扣款成功，全部款项会在扣款后 72 小时内退回。我们不会上门取件。',
  ])
})
