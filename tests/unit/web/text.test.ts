import { authProblemText } from '@handsfree/core/auth'
import { placementProblemText } from '@handsfree/core/booking'
import {
  type LifecycleColumns,
  type OrderStatus,
  orderStatuses,
  type Trip,
  type TripStage,
} from '@handsfree/core/contract'
import {
  countdownFigures,
  durationText,
  expectedArrivalText,
  failureText,
  pendingChangeText,
  placeLine,
} from '@handsfree/core/i18n'
import { type ApiFailure, errorCodes } from '@handsfree/core/lib'
import { headlineText, nextStepText, splitClaimCode, statusText, tripText } from '@handsfree/core/orders'
import { describe, expect, test } from 'vitest'
import en from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { order } from '../models/samples.ts'
import { chinese, english } from './app/platform/languages.ts'

const now = Date.parse('2026-11-23T10:00:00+08:00')
const refused = (code: number): ApiFailure => ({ kind: 'refused', code, message: '', details: null })

describe.each([english, chinese])('in $locale', (intl) => {
  test('has a message for every error code', () => {
    const codes = Object.values(errorCodes).filter((code) => code !== errorCodes.success)
    const withoutWords = codes.filter((code) => failureText(intl, refused(code)).includes(String(code)))
    expect(withoutWords).toEqual([])
  })

  test('has a label, a headline and a next step for every status', () => {
    const stages = orderStatuses.map((status) => order({ status }))
    for (const changed of [...stages, order({ checkingSince: '2026-11-23T02:00:00Z' })]) {
      const words = [
        statusText(intl, changed, now),
        headlineText(intl, changed, now),
        nextStepText(intl, changed, now),
      ]
      for (const text of words) expect(text).toMatch(/^[^{}]{2,}$/)
    }
  })
})

test('describes a locked order, and orders ended with bags on the way', () => {
  const on = (lifecycle: Partial<LifecycleColumns>, status: OrderStatus) => {
    const { lifecycle: before } = order({})
    const given = order({
      status,
      lifecycle: { ...before, pickup: 'pickuped', warehouse: 'none', ...lifecycle },
    })
    return [headlineText(english, given, now), nextStepText(english, given, now)]
  }
  expect([
    on({ lock: 'locked' }, 'in_transit'),
    on({ closing: 'closed' }, 'completed'),
    on({ closing: 'cancelled' }, 'cancelled'),
    on({ closing: 'cancelled' }, 'refunding')[0],
  ]).toEqual([
    [en['orderHeadline.locked'], en['orderNext.locked']],
    ['Sorry, we couldn’t deliver your bag', en['orderNext.undelivered']],
    [en['orderHeadline.calledOff'], en['orderNext.closed']],
    en['orderHeadline.calledOff'],
  ])
})

test('shows an unknown error’s code, and separate texts for a lost network and a defect', () => {
  expect(failureText(english, refused(4242))).toBe(
    'That didn’t work (error 4242). Nothing was lost. Try again in a moment.',
  )
  expect(failureText(chinese, refused(4242))).toBe('操作失败（错误 4242），内容没有丢失，请稍后重试。')
  expect(failureText(english, { kind: 'network' })).toBe('Network error, please try again later')
  expect(failureText(english, { kind: 'unexpected', cause: null })).toMatch(
    /^Something went wrong in the app/,
  )
})

test('describes sign-in problems', () => {
  expect(authProblemText(english, { code: 'wrongCode', triesLeft: 1 })).toBe(
    'Invalid verification code. 1 try left.',
  )
  expect(authProblemText(chinese, { code: 'wrongCode', triesLeft: 2 })).toBe('验证码错误。还可以尝试 2 次。')
  expect(authProblemText(english, { code: 'tooSoon', retryAfter: 42 })).toBe(
    'Please wait before requesting another code. You can request one in 42 seconds.',
  )
  expect(authProblemText(english, { code: 'tooManyTries', retryAfter: 7_200 })).toBe(
    'Too many wrong codes were entered for this number. Try again in 2 hours, or ask at the front desk.',
  )
  for (const code of ['tooManyFromHere', 'sendingPaused', 'notMobile', 'countryNotServed'] as const) {
    expect(authProblemText(english, { code })).toBe(en[`authProblem.${code}`])
    expect(authProblemText(english, { code })).not.toMatch(/\d|minute/)
  }
  expect(authProblemText(english, { code: 'refused', errorCode: 2005 })).toBe(en['error.2005'])
})

test('explains why a recipient’s number cannot get text messages', () => {
  for (const reason of ['notMobile', 'countryNotServed'] as const) {
    const problem = { code: 'refused', errorCode: 1008, field: 'receiver', reason } as const
    expect(placementProblemText(english, problem)).toBe(en[`placementProblem.reason.${reason}`])
  }
})

test('describes where the bags are', () => {
  expect(headlineText(english, order({ status: 'in_transit', pieces: 1 }), now)).toBe(
    'Your bag is on the way',
  )
  expect(headlineText(english, order({ status: 'delivered', pieces: 2 }), now)).toBe(
    'Your 2 bags are ready at Pudong Airport T2',
  )
  expect(headlineText(chinese, order({ status: 'pending_pickup', pieces: 2 }), now)).toContain('明天 10:00')
  expect(splitClaimCode('7KQ4MX')).toBe('7KQ 4MX')
})

test('names the city of arrival and payment times if the device is elsewhere', () => {
  const moving = order({
    status: 'in_transit',
    cityName: 'Shanghai',
    arrivalFrom: '2026-11-24T17:40:00+08:00',
    estimatedDelivery: '2026-11-24T18:00:00+08:00',
    changes: {
      may: null,
      qrId: 'desk-1',
      open: {
        changeId: 'change-1',
        kind: 'order',
        stage: 'waitPayment',
        createTime: '2026-11-24T16:00:00+08:00',
        deliveryTime: null,
        difference: { amount: 10_00, currency: 'CNY' },
        paymentId: 'payment-1',
        dueTime: '2026-11-24T16:15:00+08:00',
        place: null,
      },
    },
  })
  const at = Date.parse('2026-11-24T16:00:00+08:00')
  const inBerlin = [english, chinese].map((intl) => ({ ...intl, timeZone: 'Europe/Berlin' }))
  const { timeZone, cityName: city } = moving
  expect(inBerlin.map((intl) => expectedArrivalText(moving, { intl, now: at, timeZone, city }))).toEqual([
    'Expected today, 5:40–6:00\u00a0PM (Shanghai)',
    '预计 Shanghai时间今天 17:40–18:00 送达',
  ])
  expect(inBerlin.map((intl) => pendingChangeText(intl, moving, at))).toEqual([
    'Pay ¥10.00 by today at 4:15\u00a0PM (Shanghai) to make this change. Otherwise your order stays as it is.',
    '请在 Shanghai时间今天 16:15 前支付 ¥10.00，否则订单保持不变。',
  ])
})

test('does not promise a past arrival time to the traveller or the recipient', () => {
  const at = (clock: string) => Date.parse(`2026-11-24T${clock}+08:00`)
  const plain = (text: string) => text.replace(/ \(Shanghai\)|Shanghai时间 /g, '')
  const arrival = {
    arrivalFrom: '2026-11-24T17:40:00+08:00',
    estimatedDelivery: '2026-11-24T18:00:00+08:00',
  }
  const { pickup, delivery, timeZone, cityName, lifecycle } = order()
  const moving = order({
    ...arrival,
    status: 'in_transit',
    pieces: 2,
    lifecycle: { ...lifecycle, pickup: 'pickuped', transport: 'inProgress' },
  })
  const said = (intl: typeof english, clock: string) =>
    [
      headlineText(intl, moving, at(clock)),
      nextStepText(intl, moving, at(clock)),
      expectedArrivalText(moving, { intl, now: at(clock), timeZone }),
    ].map(plain)
  expect(said(english, '18:00:00')).toEqual([
    'Your 2 bags are on the way',
    'Arriving at Pudong Airport T2 today, 5:40–6:00\u00a0PM.',
    'Expected today, 5:40–6:00\u00a0PM',
  ])
  expect(said(english, '18:00:01')).toEqual([
    'Sorry, your 2 bags are late',
    'Delivery to Pudong Airport T2 was planned for today, 5:40–6:00\u00a0PM. Call us for the latest.',
    'Late, planned for today, 5:40–6:00\u00a0PM',
  ])
  expect(said(chinese, '18:00:01')).toEqual([
    '抱歉，2 件行李会晚到',
    expect.stringMatching(/^原定今天 17:40–18:00 送到Pudong Airport T2。最新情况请致电客服。$/),
    '晚到，原定今天 17:40–18:00 送达',
  ])
  // Our late pickup moved the expected time, not the promised time.
  const delayed = order({
    ...moving,
    promises: { ...moving.promises, deliverBy: '2026-11-24T17:00:00+08:00' },
  })
  expect([
    headlineText(english, delayed, at('17:30:00')),
    headlineText(english, delayed, at('17:30:01')),
    plain(nextStepText(english, delayed, at('17:30:01'))),
    plain(nextStepText(chinese, delayed, at('17:30:01'))),
  ]).toEqual([
    'Your 2 bags are on the way',
    'Sorry, your 2 bags are late',
    'We promised delivery to Pudong Airport T2 by today at 5:00\u00a0PM. We now expect to arrive today, 5:40–6:00\u00a0PM.',
    '原定今天 17:00 送到Pudong Airport T2，现预计今天 17:40–18:00 送到。',
  ])
  const trip = {
    ...arrival,
    ...{ orderNumber: 'HF 2611 0482', pieces: 2, pickup, delivery, pickupTime: '2026-11-24T14:00:00+08:00' },
    ...{
      pickedUpTime: null,
      handedTime: null,
      timeZone,
      cityName,
      claimCode: null,
      endTime: null,
      version: '1',
    },
  }
  const told = (stage: TripStage, returning: Trip['returning'] = null) =>
    Object.values(tripText(english, { ...trip, stage, returning }, at('18:00:01'))).map(plain)
  expect([told('onTheWay'), told('waiting'), told('stored')[0], told('onTheWay', 'moving')[0]]).toEqual([
    [
      'Sorry, your 2 bags are late',
      'Delivery to Pudong Airport T2 was planned for today, 5:40–6:00\u00a0PM. The sender can call us.',
    ],
    [
      'Your 2 bags are waiting for pickup',
      'Pickup was planned for today at 2:00\u00a0PM. Ask the sender what comes next.',
    ],
    'Collect your 2 bags',
    'Your 2 bags have a new destination',
  ])
  const waiting = (pickupStage: Trip['pickupStage'], clock: string) =>
    Object.values(tripText(english, { ...trip, stage: 'waiting', pickupStage }, at(clock))).map(plain)
  const expected = 'Arriving at Pudong Airport T2 today, 5:40–6:00\u00a0PM.'
  expect([
    waiting('inReview', '13:00:00'),
    waiting('planned', '14:00:00'),
    waiting('planned', '14:00:01'),
    waiting('courierThere', '14:50:00'),
    waiting('planned', '14:40:00'),
  ]).toEqual([
    ['This order is being checked', `Pickup is planned for today at 2:00\u00a0PM. ${expected}`],
    ['Your 2 bags are waiting for pickup', `Pickup is today at 2:00\u00a0PM. ${expected}`],
    ['Your 2 bags are waiting for pickup', `Pickup is due now. ${expected}`],
    [`The courier is picking up at ${pickup.name}`, expected],
    [
      'Your 2 bags are waiting for pickup',
      'Pickup was planned for today at 2:00\u00a0PM. Ask the sender what comes next.',
    ],
  ])
  // Bags that have arrived or are being returned aren't late.
  const back = { ...moving, status: 'arrived' as const }
  expect(headlineText(english, back, at('18:00:01'))).toBe('Your 2 bags are at Pudong Airport T2')
})

test('describes an unpaid order’s payment as being checked', () => {
  const checked = order({ status: 'payment_failed', checkingSince: '2026-11-23T02:00:00Z' })
  expect([
    statusText(english, checked, now),
    headlineText(english, checked, now),
    nextStepText(chinese, checked, now),
  ]).toEqual([en['orderStatus.checking'], en['orderHeadline.checking'], zh['orderNext.checking']])
})

test('does not promise an overdue refund again', () => {
  const refund = {
    refundId: 'refund-1',
    amount: { amount: 98_00, currency: 'CNY' as const },
    startTime: '2026-11-20T09:00:00+08:00',
    refundBy: '2026-11-23T09:00:00+08:00',
    doneTime: null,
  }
  for (const status of ['refunding', 'review_failed'] as const) {
    const late = order({ status, refunds: [refund] })
    expect(nextStepText(english, late, now)).toBe(en['orderNext.refundLate'])
    expect(nextStepText(chinese, late, now - 7_200_000)).toBe(
      nextStepText(chinese, order({ status, refunds: [] }), now),
    )
  }
})

test('shows an own address with its city, even without a detail', () => {
  const { delivery } = order()
  const own = (detail: string) => ({ ...delivery, siteId: null, location: { ...delivery.location, detail } })
  expect(placeLine(english, own('Tower 2'))).toBe('Shanghai · Tower 2')
  expect(placeLine(english, own(''))).toBe('Shanghai')
  expect(placeLine(english, delivery)).toBe('Terminal 2')
})

test('leaves out a destination’s city if the place above names it', () => {
  const { delivery } = order()
  const at = (address: string, cityName: string, siteId: string | null = 'site') => ({
    ...delivery,
    siteId,
    cityName,
    location: { ...delivery.location, address, detail: 'Hall A' },
  })
  const line = (...[address, city, siteId]: Parameters<typeof at>) =>
    placeLine(english, at(address, city, siteId), { cityName: city })
  expect(line('1 Tiancheng Road, Hangzhou', 'Hangzhou')).toBe('Hall A · 1 Tiancheng Road')
  expect(line('杭州市天城路 1 号', '杭州')).toBe('Hall A · 天城路 1 号')
  expect(line('Hangzhou Tower, 3 Lake Road', 'Hangzhou')).toBe('Hall A · Hangzhou Tower, 3 Lake Road')
  expect(line('1 Tiancheng Road', 'Hangzhou', null)).toBe('Hall A')
  expect(placeLine(english, at('77 Guangdong Road, Shanghai', 'Shanghai'), { cityName: 'Hangzhou' })).toBe(
    'Hall A · 77 Guangdong Road, Shanghai',
  )
  // Without a known city, the address can't be shortened.
  expect(line('1 Tiancheng Road', '')).toBe('Hall A · 1 Tiancheng Road')
})

test.each([
  [1, '1 second', '1 s'],
  [89, '89 seconds', '89 s'],
  [90, '2 minutes', '90 s'],
  [540, '9 minutes', '9:00'],
  [5_400, '2 hours', '1:30:00'],
  [86_400, '24 hours', '24:00:00'],
])('formats %i seconds in words and digits', (seconds, words, figures) => {
  expect(durationText(english, seconds)).toBe(words)
  expect(durationText(chinese, seconds)).toMatch(/^\d+ (秒钟|分钟|小时)$/)
  expect(countdownFigures(english, seconds)).toBe(figures)
})
