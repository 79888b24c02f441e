import type { Order } from '@handsfree/core/contract'
import { createFormatter } from '@handsfree/core/i18n'
import {
  cardSide,
  handInWay,
  isOver,
  type OrderHero,
  orderHero,
  orderStatus,
  pageHeadText,
  pickupStage,
  spellCode,
  tripSteps,
} from '@handsfree/core/orders'
import { expect, it } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { order } from '../../models/samples.ts'

type Columns = Partial<Order['lifecycle']>

const now = Date.parse('2026-11-23T12:00:00+08:00')
const pickup = Date.parse(order().pickupTime)
const at = (changed: Columns, more: Partial<Order> = {}) => {
  const lifecycle = { ...order().lifecycle, ...changed }
  return order({ lifecycle, status: orderStatus(lifecycle), ...more })
}
const paid = { payment: 'paid', review: 'pass' } as const
const carried = { ...paid, pickup: 'pickuped' } as const
const there = { ...carried, transport: 'completed' } as const

it.each<[string, Columns, OrderHero | null, boolean]>([
  ['unpaid', {}, null, false],
  ['paid', { payment: 'paid' }, null, false],
  ['paid and under review', { payment: 'paid', review: 'waitConfirm' }, null, false],
  ['accepted', paid, 'handIn', false],
  ['waiting for the courier', { ...paid, pickup: 'waitPickup' }, 'handIn', false],
  ['waiting for a surcharge', { ...paid, payment: 'supplementary', pickup: 'waitPickup' }, null, false],
  ['picked up', carried, 'onTheWay', false],
  ['moving', { ...carried, transport: 'inProgress' }, 'onTheWay', false],
  ['at its destination', there, 'claim', false],
  ['being stored', { ...there, warehouse: 'waitConfirm' }, 'claim', false],
  ['stored', { ...there, warehouse: 'completed' }, 'claim', false],
  ['handed over', { ...there, warehouse: 'handed' }, null, true],
  ['closed', { ...there, warehouse: 'handed', closing: 'closed' }, null, true],
  ['cancelled unpaid', { closing: 'cancelled' }, null, true],
  ['cancelled, its refund under way', { payment: 'refunding', closing: 'cancelled' }, null, false],
  ['cancelled and refunded', { payment: 'refunded', closing: 'cancelled' }, null, true],
  ['rejected', { review: 'fail', payment: 'refunding', closing: 'closed' }, null, false],
])(
  'selects the page’s main part, and whether it is over, for an order that is %s',
  (_, columns, hero, over) => {
    expect([orderHero(at(columns), now), isOver(at(columns))]).toEqual([hero, over])
  },
)

it('hides the hand-in part once the pickup was missed', () => {
  expect(orderHero(at(paid), pickup + 39 * 60_000)).toBe('handIn')
  expect(orderHero(at(paid), pickup + 40 * 60_000)).toBe(null)
})

it.each([
  ['2026-11-24T10:00:00+08:00', null, 'planned'],
  ['2026-11-24T10:00:01+08:00', null, 'due'],
  ['2026-11-24T10:39:59+08:00', null, 'due'],
  ['2026-11-24T10:40:00+08:00', null, 'missed'],
  ['2026-11-24T09:50:00+08:00', '2026-11-24T09:49:00+08:00', 'courierThere'],
  ['2026-11-24T10:39:59+08:00', '2026-11-24T09:49:00+08:00', 'courierThere'],
] as const)(
  'decides at %s, with a courier since %s, that the pickup is %s',
  (time, courierArrivedTime, stage) => {
    expect(order().pickupTime).toBe('2026-11-24T10:00:00+08:00')
    expect(pickupStage(at(paid, { courierArrivedTime }), Date.parse(time))).toBe(stage)
  },
)

it('shows the pickup card only once the order is accepted', () => {
  const inReview = at({ payment: 'paid', review: 'waitConfirm' })
  expect([pickupStage(inReview, now), cardSide(inReview, now)]).toEqual(['inReview', null])
  expect(cardSide(at(paid), now)).toBe('pickup')
  expect(cardSide(at(paid), pickup + 60_000)).toBe('pickup')
})

it('counts four steps from the pickup to the handover', () => {
  const steps = (columns: Columns) => {
    const trip = tripSteps(at(columns))
    return trip && `${trip.steps[trip.index]} of ${trip.steps.join(' ')}`
  }
  expect(steps(paid)).toBe(null)
  expect(steps(carried)).toBe('onTheWay of pickedUp onTheWay arrived collected')
  expect(steps({ ...carried, transport: 'inProgress' })).toBe(
    'onTheWay of pickedUp onTheWay arrived collected',
  )
  expect(steps(there)).toBe('arrived of pickedUp onTheWay arrived collected')
  expect(steps({ ...there, warehouse: 'completed' })).toBe('stored of pickedUp onTheWay stored collected')
  expect(steps({ ...there, warehouse: 'handed' })).toBe(null)
})

it('asks guests to leave bags at the desk or in the room, and others to meet the courier', () => {
  const typed = (type: 0 | 1 | 2 | 3) => {
    const { pickup } = order()
    return order({ pickup: { ...pickup, location: { ...pickup.location, type } } })
  }
  expect([0, 1, 2, 3].map((type) => handInWay(typed(type as 0 | 1 | 2 | 3)))).toEqual([
    'desk',
    'desk',
    'person',
    'person',
  ])
  expect(handInWay(order({ access: 'roomPassword' }))).toBe('room')
})

it('heads the page with what to do before the pickup, then with where the bags are', () => {
  const intl = createFormatter('en-US', en)
  const head = (changed: Columns, more: Partial<Order> = {}) => pageHeadText(intl, at(changed, more), now)
  expect(head(paid, { pieces: 2 })).toEqual({
    title: 'Leave your 2 bags at the front desk',
    detail: expect.stringMatching(
      /^Drop them off at Lotus Court Hotel before pickup, tomorrow at 10:00\u00a0AM.*\. /,
    ),
  })
  expect(head(paid, { access: 'roomPassword' }).title).toBe('Leave your bag in the room')
  expect(head(carried).title).toBe('Your bag is on the way')
})

it.each([
  [
    'en-US',
    en,
    [
      [
        'We’re checking your order',
        'Keep your 2 bags until we accept the order. Pickup is planned for today at 10:00\u00a0AM at Lotus Court Hotel.',
      ],
      [
        'We’re checking your order',
        'Sorry, this is taking longer than it should. You can wait, or call us. Pickup was planned for today at 10:00\u00a0AM at Lotus Court Hotel.',
      ],
      [
        'Leave your 2 bags at the front desk',
        'Pickup is due now at Lotus Court Hotel. If you haven’t left your bags at the desk, do it now.',
      ],
      ['Your courier is at Lotus Court Hotel', 'If you haven’t left your bags at the desk, do it now.'],
      ['Your courier is at Lotus Court Hotel', 'Hand over your 2 bags now.'],
    ],
  ],
  [
    'zh-CN',
    zh,
    [
      ['订单审核中', '受理前请保管好 2 件行李。计划今天 10:00 在Lotus Court Hotel取件。'],
      ['订单审核中', '抱歉，审核比预期慢，可以继续等待或致电我们。原定今天 10:00 在Lotus Court Hotel取件。'],
      ['把 2 件行李交给前台', '已到取件时间。如果行李还没交到Lotus Court Hotel前台，请现在就交。'],
      ['配送员已到Lotus Court Hotel', '如果行李还没交到前台，请现在就交。'],
      ['配送员已到Lotus Court Hotel', '请现在把 2 件行李交给配送员。'],
    ],
  ],
] as const)(
  'describes in %s what to do before the pickup without promising a past time',
  (locale, messages, said) => {
    const intl = createFormatter(locale, messages)
    const head = (changed: Columns, clock: string, more: Partial<Order> = {}) => {
      const { title, detail } = pageHeadText(
        intl,
        at(changed, { pieces: 2, cityName: '', ...more }),
        Date.parse(`2026-11-24T${clock}+08:00`),
      )
      return [title, detail]
    }
    const station = { ...order().pickup, location: { ...order().pickup.location, type: 3 as const } }
    const courierArrivedTime = '2026-11-24T09:50:00+08:00'
    const inReview = { payment: 'paid', review: 'waitConfirm' } as const
    expect([
      head(inReview, '09:00:00'),
      head(inReview, '10:00:01'),
      head(paid, '10:00:01'),
      head(paid, '09:51:00', { courierArrivedTime }),
      head(paid, '10:20:00', { courierArrivedTime, pickup: station }),
    ]).toEqual(said)
  },
)

it('spells a claim code letter by letter', () => {
  expect(spellCode('QM8736')).toBe('Q M 8 7 3 6')
})
