import { createIntl } from '@formatjs/intl'
import { fail } from '@handsfree/core'
import type { Order, OrderReturn } from '@handsfree/core/contract'
import {
  changeableKind,
  choiceOfDraft,
  headlineText,
  nextStepText,
  orderHero,
  orderReturnMachine,
  type ReturnDraft,
  returnCostText,
  returnFingerprint,
  returnProblemText,
  returnStage,
  returnStore,
  statusText,
  tripSteps,
} from '@handsfree/core/orders'
import { describe, expect, it } from 'vitest'
import en from '../../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { offline, order, refused } from '../../models/samples.ts'
import { FakeBrowser } from '../fake-platform.ts'
import { Journey, startOfTime } from '../journey.ts'

const intl = createIntl({ locale: 'en-US', messages: en })
const { lifecycle, pickup } = order()
const stored = {
  ...lifecycle,
  payment: 'paid',
  pickup: 'pickuped',
  transport: 'completed',
  warehouse: 'completed',
} as const
const nobodyTook: OrderReturn = {
  state: 'wait',
  reason: 'notCollected',
  choice: null,
  place: null,
  canKeep: true,
}
const at = (returning: Partial<OrderReturn> = {}, columns: Partial<Order['lifecycle']> = {}) =>
  order({
    status: 'delivered',
    lifecycle: { ...stored, ...columns },
    returning: { ...nobodyTook, ...returning },
  })
const back = { choice: 'back', place: pickup } as const

describe('texts about bags that were not collected or not accepted', () => {
  it.each<[Order, ReturnType<typeof returnStage>, ReturnType<typeof orderHero>, string, string]>([
    [
      at(),
      'asked',
      'claim',
      'Where should we take your bag?',
      'Nobody has collected it at Pudong Airport T2. You can still collect it there until a courier takes it.',
    ],
    [
      at({ reason: 'refused' }),
      'asked',
      'claim',
      'Where should we take your bag?',
      'It wasn’t accepted at Pudong Airport T2. You can still collect it there until a courier takes it.',
    ],
    [
      at({ choice: 'keep', keptUntil: '2026-12-01T10:00:00+08:00' }),
      'staying',
      'claim',
      'Your bag stays at Pudong Airport T2',
      'In storage until Tue, Dec 1 at 10:00\u00a0AM. Then we’ll ask you again.',
    ],
    [
      at(back),
      'chosen',
      'claim',
      'We’ll take your bag to Lotus Court Hotel',
      'A courier will take it soon. Until then, you can choose another option or collect at Pudong Airport T2.',
    ],
    [
      at({ ...back, fee: { amount: 30_00, currency: 'CNY' }, paymentId: 'p1' }),
      'unpaid',
      'claim',
      'Pay to send your bag to Lotus Court Hotel',
      'Pay ¥30.00 to send a courier. Until one comes, you can choose another option or collect at Pudong Airport T2.',
    ],
    [
      at({ ...back, state: 'inProgress' }),
      'moving',
      'onTheWay',
      'Your bag is on the way to Lotus Court Hotel',
      'A courier has it. We’ll let you know when it arrives.',
    ],
    [
      at({ ...back, state: 'completed' }),
      'there',
      'claim',
      'Your bag is at Lotus Court Hotel',
      'Collect with your claim code.',
    ],
  ])('describes where returned bags are: %#', (shown, stage, hero, title, detail) => {
    const now = Date.parse('2026-11-24T12:00:00+08:00')
    expect([returnStage(shown), orderHero(shown, now)]).toEqual([stage, hero])
    expect([headlineText(intl, shown, now), nextStepText(intl, shown, now)]).toEqual([title, detail])
    // On the way elsewhere, the trip's four steps no longer apply.
    expect(tripSteps(shown) === null).toBe(stage === 'moving' || stage === 'there')
    expect(statusText(intl, shown, now)).toBe(
      stage === 'asked' ? 'Choice needed' : stage === 'moving' ? 'On the way' : 'Ready to collect',
    )
  })

  it('describes the return’s cost and payment, and mentions storage only while it is offered', () => {
    const fee = { amount: 30_00, currency: 'CNY' } as const
    const free = 'Staying in storage is free.'
    const costs = [{}, { fee }, { fee, canKeep: false }, { ...back, fee, paymentId: 'p1' }, { ...back, fee }]
    expect(costs.map((returning) => returnCostText(intl, at(returning)))).toEqual([
      'Free',
      `¥30.00, to pay before a courier leaves. ${free}`,
      '¥30.00, to pay before a courier leaves.',
      `¥30.00, to pay before a courier leaves. ${free}`,
      `¥30.00, paid. ${free}`,
    ])
    const gone = { ...back, fee, state: 'inProgress' } as const
    expect(returnCostText(intl, at(gone))).toBe('¥30.00, paid.')
  })

  it('describes the order instead of the return once it is handed over or locked', () => {
    const over = at({ ...back, state: 'completed' }, { warehouse: 'handed' })
    expect([returnStage(over), headlineText(intl, { ...over, status: 'handed' }, startOfTime)]).toEqual([
      null,
      'Your bag was collected',
    ])
    expect(headlineText(intl, at({}, { lock: 'locked' }), startOfTime)).toBe('We’re looking into a problem')
  })

  const unclear = 'We’re not sure your choice went through. Try again: it won’t count twice.'
  it.each([
    [offline, unclear],
    [refused(1003), unclear],
    [
      refused(5003, { reason: 'onTheWay' }),
      'A courier has already left with the bags, so this can no longer be changed.',
    ],
    [
      refused(5009),
      'We’re looking into this order, so it can’t be changed right now. Customer service can help.',
    ],
    [refused(1008, { field: 'choice' }), 'The bags aren’t in storage. Choose another option.'],
    [
      refused(1008, { field: 'delivery', reason: 'alreadyHere' }),
      'Your bags are already there. Choose another place.',
    ],
    [
      refused(1008, { field: 'delivery', reason: 'notServed' }),
      'We can’t deliver there. Choose another place.',
    ],
  ])('explains why a choice was refused: %#', (failure, words) => {
    expect(returnProblemText(intl, failure)).toBe(words)
  })
})

it('sends only a complete choice, with trimmed texts', () => {
  const address = {
    kind: 'custom',
    regionId: 'shanghai',
    address: ' 1 Century Avenue ',
    detail: ' 2F ',
  } as const
  const choiceOf = (place: Parameters<typeof choiceOfDraft>[0]['place']) =>
    choiceOfDraft({ kind: 'address', place })
  expect([choiceOfDraft({ kind: null, place: address }), choiceOf(null)]).toEqual([null, null])
  expect(choiceOf({ ...address, regionId: null })).toBe(null)
  expect(choiceOf({ ...address, address: '  ' })).toBe(null)
  expect(choiceOf(address)).toEqual({
    kind: 'address',
    delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '2F' },
  })
  expect(choiceOfDraft({ kind: 'back', place: address })).toEqual({ kind: 'back' })
})

it('refuses a change of destination for bags that are being returned', () => {
  const facts = { now: 0, pickupTime: 0, isCourierThere: true, isGoingBack: true }
  expect(changeableKind(stored, facts)).toEqual(fail('goingBack'))
  expect(changeableKind({ ...stored, closing: 'closed' }, facts)).toEqual(fail('over'))
})

describe('the page of a return', () => {
  const open = (kept: Order | null = null, draft: ReturnDraft | null = null) =>
    new Journey(orderReturnMachine, () => ({ cachedOrder: kept, draft }))
  const read = (value: Order) => ({ type: 'reading.done' as const, value })
  const picked = () => {
    const journey = open(at())
    journey.send({ type: 'choice.pick', kind: 'back' })
    return journey
  }

  it('shows the stored order, and keeps the picked choice on a refetch', () => {
    const journey = picked()
    journey.sendFrom('reading', read(at()))
    expect([journey.value, journey.snapshot.context.draft.kind]).toEqual(['choosing', 'back'])
  })

  it('keeps the problem of an unanswered choice on a refetch, and sends the same choice again', async () => {
    const journey = picked()
    journey.send({ type: 'choice.send' })
    await journey.answer('sendChoice', fail(offline))
    for (let readings = 0; readings < 2; readings += 1) {
      journey.sendFrom('reading', read(at()))
      expect([journey.value, journey.snapshot.context.problem]).toEqual(['choosing', offline])
    }
    journey.send({ type: 'choice.send' })
    expect(journey.snapshot.context.problem).toBe(null)
    expect(journey.inputs('sendChoice')).toEqual(Array(2).fill({ choice: { kind: 'back' } }))
  })

  it('restores an unsent choice, but not once the order has changed', () => {
    const left = (order: Order): ReturnDraft => ({
      kind: 'address',
      place: { kind: 'custom', regionId: 'shanghai', address: '5 Gar', detail: '' },
      about: returnFingerprint(order),
    })
    const staying = at({ choice: 'keep' })
    const changing = open(null, left(staying))
    expect(changing.value).toBe('unread')
    changing.sendFrom('reading', read(staying))
    expect([changing.value, changing.snapshot.context.draft]).toEqual(['choosing', left(staying)])
    const answered = open(staying, left(at()))
    expect([answered.value, answered.snapshot.context.draft.kind]).toEqual(['chosen', null])
    const gone = open(at({ ...back, state: 'inProgress' }), left(at()))
    expect([gone.value, gone.snapshot.context.draft.kind]).toEqual(['moving', null])
  })

  it('stores an unsent choice per traveller and order', () => {
    const storage = new FakeBrowser().tab()
    const owner = { uin: 'uin-1', orderId: 'order-1' }
    const stored = {
      version: 1,
      ...owner,
      draft: { kind: 'back', place: null, about: '[]' } satisfies ReturnDraft,
    } as const
    returnStore.write(storage, stored)
    expect(returnStore.read(storage, owner)).toEqual(stored)
    for (const other of [
      { ...owner, uin: 'uin-2' },
      { ...owner, orderId: 'order-2' },
    ]) {
      expect(returnStore.read(storage, other)).toBeNull()
      returnStore.remove(storage, other)
    }
    expect(returnStore.read(storage, owner)).toEqual(stored)
    returnStore.remove(storage, owner)
    expect(storage.get('returnDraft')).toBeNull()
  })

  it('offers to keep bags only in storage', () => {
    const journey = open(at({ canKeep: false }))
    expect(journey.snapshot.can({ type: 'choice.pick', kind: 'keep' })).toBe(false)
  })
})
