import {
  callOfEvent,
  operatorConfirmPickup,
  operatorMoveToShelf,
  operatorWriteNote,
} from '@handsfree/core/contract'
import {
  type ActName,
  type ActProof,
  emptyProof,
  isLegal,
  isProofComplete,
  legalActs,
  mainAct,
  photoSetsOf,
  proofOf,
  readBagCode,
  readClaimCode,
  reportChoices,
  requestOf,
  withPhotos,
  withTypedTag,
} from '@handsfree/core/crew'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { operatorOrder } from '../../models/samples.ts'

/** Every move that the app offers. */
const moves = legalActs(operatorOrder({ events: Object.keys(callOfEvent) }))
const callOfRecord: Partial<Record<ActName, unknown>> = {
  'pickup.confirm': operatorConfirmPickup,
  'shelf.change': operatorMoveToShelf,
  'note.write': operatorWriteNote,
}
const acts = [...moves, ...(Object.keys(callOfRecord) as ActName[])]

const bag = { tagCode: 'HF1001', sealNumber: 'S1001', damage: '', photos: [] }
const check = { tagCode: 'HF1001', knownSeal: 'S1001', found: null, sealNumber: '', damage: '', photos: [] }
const tagged = [
  { tagCode: 'HF1001', sealNumber: 'S1001', photos: [], isHanded: false, shelf: null },
  { tagCode: 'HF1002', sealNumber: 'S1002', photos: [], isHanded: false, shelf: null },
]
const empty = emptyProof('transport.complete', operatorOrder({ pieces: 2, bags: tagged }))
const complete: ActProof = {
  ...empty,
  reason: 'Nobody is there.',
  bags: [bag, { ...bag, tagCode: 'HF1002', sealNumber: 'S1002', damage: 'A wheel is broken.' }],
  checks: [
    { ...check, found: 'sameSeal' },
    { ...check, tagCode: 'HF1002', found: 'otherSeal', sealNumber: ' S9 ', damage: 'Wet' },
  ],
  scannedTags: ['HF1001', 'HF1002'],
  handOver: { ...empty.handOver, claimCode: '731904' },
  courierId: 'courier-2',
  returnReason: 'refused',
  report: { kind: 'bagDamaged', bags: [2] },
  shelf: ' B2 ',
  words: ' The guest comes at nine ',
}

const legal = (...events: string[]) => operatorOrder({ events })

it('offers acts in the order of a trip', () => {
  expect(moves).toHaveLength(25)
  expect(legalActs(legal('order.hand', 'order.pickUp', 'courier.arriveAtPickup'))).toEqual([
    'courier.arriveAtPickup',
    'order.pickUp',
    'order.hand',
  ])
})

it('hides acts of other screens, and unknown ones', () => {
  expect(legalActs(legal('payment.waive', 'return.pay', 'order.fly'))).toEqual([])
})

it('confirms a pickup once, moves stored bags only, and notes anything', () => {
  const { lifecycle } = operatorOrder()
  const legalRecords = (changes: Parameters<typeof operatorOrder>[0]) =>
    (Object.keys(callOfRecord) as ActName[]).filter((act) => isLegal(operatorOrder(changes), act))
  const taken = { ...lifecycle, pickup: 'pickuped' as const }
  const stored = { ...taken, warehouse: 'completed' as const }
  expect([
    legalRecords({ lifecycle: { ...lifecycle, pickup: 'waitPickup' } }),
    legalRecords({ lifecycle: taken }),
    legalRecords({ lifecycle: stored, isPickupConfirmed: true }),
  ]).toEqual([['note.write'], ['pickup.confirm', 'note.write'], ['shelf.change', 'note.write']])
})

describe('the main act', () => {
  it.each([
    [['decision.reject', 'decision.allow'], 'decision.allow'],
    [['transfer.reject', 'transfer.accept'], 'transfer.accept'],
    [['order.change', 'courier.arriveAtPickup', 'order.pickUp'], 'courier.arriveAtPickup'],
    [['exception.report', 'transport.complete'], 'transport.complete'],
    [['exception.report', 'return.complete'], 'return.complete'],
    [['exception.report', 'order.change', 'transfer.cancel'], null],
    [[], null],
  ] as [string[], ActName | null][])('chooses of %j: %s', (events, main) => {
    expect(mainAct(legal(...events), 'courier')).toBe(main)
  })

  it('lets operators assign once, and do nothing in a courier’s place', () => {
    const order = legal('courier.assign', 'decision.allow', 'courier.arriveAtPickup')
    const { lifecycle } = order
    const asked = { ...order, lifecycle: { ...lifecycle, assignment: 'waitDecision' as const } }
    const open = { ...order, lifecycle: { ...lifecycle, assignment: 'none' as const } }
    expect([mainAct(open, 'operator'), mainAct(asked, 'operator')]).toEqual(['courier.assign', null])
  })

  it('skips an arrival that is already recorded', () => {
    const order = operatorOrder({
      events: ['courier.arriveAtPickup', 'order.pickUp'],
      courierArrivedTime: '2026-11-24T09:58:00+08:00',
    })
    expect(mainAct(order, 'courier')).toBe('order.pickUp')
  })

  it('confirms storage once every bag is checked in', () => {
    const events = ['package.confirm', 'warehouse.confirm']
    expect(mainAct(operatorOrder({ events, unconfirmedTags: ['HF1001'] }), 'site')).toBe('package.confirm')
    expect(mainAct(operatorOrder({ events, unconfirmedTags: [] }), 'site')).toBe('warehouse.confirm')
  })
})

describe('requests', () => {
  it.each(acts)('has a body that the contract accepts: %s', (act) => {
    expect(isProofComplete(act, complete)).toBe(true)
    const { call, request } = requestOf(act, 'order-1', complete)
    expect(call).toBe(callOfRecord[act] ?? callOfEvent[act as keyof typeof callOfEvent])
    const { params, body } = request as unknown as { params: unknown; body: unknown }
    expect(v.safeParse(call.params as v.GenericSchema, params)).toMatchObject({ success: true })
    expect(v.safeParse(call.body as v.GenericSchema, body)).toMatchObject({ success: true })
  })

  const bodyOf = (act: ActName, proof = complete) =>
    (requestOf(act, 'order-1', proof).request as { body: unknown }).body

  it('reports only bags that are here, with the seals found', () => {
    const missing = { ...check, tagCode: 'HF1003', found: 'missing' as const }
    const proof = withPhotos({ ...complete, checks: [...complete.checks, missing] }, [['/a.jpg'], [], []])
    const bags = [
      { tagCode: 'HF1001', sealNumber: 'S1001', damage: '', photos: ['/a.jpg'] },
      { tagCode: 'HF1002', sealNumber: 'S9', damage: 'Wet', photos: [] },
    ]
    expect([bodyOf('transport.complete', proof), bodyOf('package.confirm', proof)]).toEqual([
      { bags },
      { tagCodes: ['HF1001', 'HF1002'], bags, shelf: 'B2' },
    ])
  })

  it('moves, confirms and writes what was chosen and typed', () => {
    const scannedTags = ['HF1002']
    expect([
      bodyOf('shelf.change', { ...complete, scannedTags }),
      bodyOf('pickup.confirm', { ...complete, scannedTags }),
      bodyOf('note.write'),
    ]).toEqual([
      { tagCodes: ['HF1002'], shelf: 'B2' },
      { tagCodes: ['HF1002'] },
      { words: 'The guest comes at nine' },
    ])
  })

  it('proves the recipient by document', () => {
    const identity = { name: 'Li Na', dialCode: '86', phoneNumber: '13912345678' }
    const handOver = {
      by: 'identity' as const,
      claimCode: '731904',
      isPartial: false,
      isUnchecked: false,
      ...identity,
    }
    expect(bodyOf('order.hand', { ...complete, handOver })).toEqual({ identity })
  })

  it('names the loaded bags, with a reason only if one is missing', () => {
    const part = { ...complete, scannedTags: ['HF1002'] }
    expect([bodyOf('transport.start'), bodyOf('transport.start', part)]).toEqual([
      { tagCodes: ['HF1001', 'HF1002'] },
      { tagCodes: ['HF1002'], reason: 'Nobody is there.' },
    ])
  })

  it('keeps the bags that aren’t scanned at a hand-over of some', () => {
    const handOver = { ...complete.handOver, isPartial: true }
    const part = { ...complete, handOver, scannedTags: ['HF1001'] }
    expect([bodyOf('order.hand', part), bodyOf('order.hand', { ...complete, handOver })]).toEqual([
      {
        claimCode: '731904',
        kept: { tagCodes: ['HF1002'], kind: 'bagDamaged', reason: 'Nobody is there.' },
      },
      { claimCode: '731904' },
    ])
  })

  it('says the decision and its reason', () => {
    expect([bodyOf('decision.allow'), bodyOf('decision.reject'), bodyOf('return.start')]).toEqual([
      { result: 'allow' },
      { result: 'reject', reason: 'Nobody is there.' },
      { step: 'start' },
    ])
  })
})

describe('proof', () => {
  it('begins with one row per bag, one per tagged bag to check, and the agreed count', () => {
    expect([empty.bags, empty.pieces]).toEqual([Array(2).fill({ ...bag, tagCode: '', sealNumber: '' }), 2])
    expect(empty.checks).toEqual([check, { ...check, tagCode: 'HF1002', knownSeal: 'S1002' }])
    const order = operatorOrder({ bags: tagged, unconfirmedTags: ['HF1002'] })
    expect(emptyProof('package.confirm', order).checks.map(({ tagCode }) => tagCode)).toEqual(['HF1002'])
    const handed = operatorOrder({ bags: tagged.map((one, index) => ({ ...one, isHanded: index === 0 })) })
    expect(emptyProof('order.hand', handed).checks.map(({ tagCode }) => tagCode)).toEqual(['HF1002'])
  })

  it('begins with every bag that a courier took or a site stores', () => {
    const order = operatorOrder({ bags: tagged.map((one, index) => ({ ...one, isHanded: index === 0 })) })
    expect([
      emptyProof('pickup.confirm', order).scannedTags,
      emptyProof('shelf.change', order).scannedTags,
      emptyProof('transport.start', order).scannedTags,
    ]).toEqual([['HF1001', 'HF1002'], ['HF1002'], []])
  })

  it('has a set of photos for each bag, and one for a count', () => {
    const sets = (
      ['order.pickUp', 'transport.complete', 'order.change', 'exception.report', 'order.hand'] as const
    ).map((act) => photoSetsOf(act, empty))
    expect(sets).toEqual([2, 2, 1, 1, 0])
  })

  it('accepts an empty entry only for acts that need none', () => {
    const lacking = acts.filter((act) => !isProofComplete(act, empty))
    expect(lacking).toEqual(acts.filter((act) => !['none', 'pieces'].includes(proofOf(act))))
  })

  const part = { ...complete.handOver, isPartial: true }
  const noReport = { kind: null, bags: [] }

  it.each([
    ['a blank reason', 'decision.reject', { reason: '  ' }],
    ['a bag without a tag', 'order.pickUp', { bags: [{ ...bag, tagCode: ' ' }] }],
    ['a bag without a seal', 'order.pickUp', { bags: [{ ...bag, sealNumber: '' }] }],
    ['no bag', 'order.pickUp', { bags: [] }],
    ['no tag', 'package.confirm', { checks: [check] }],
    ['one of two bags', 'transport.complete', { checks: [{ ...check, found: 'sameSeal' }, check] }],
    ['missing bags', 'transport.complete', { checks: [{ ...check, found: 'missing' }] }],
    ['a blank claim code', 'order.hand', { handOver: { ...empty.handOver, claimCode: ' ' } }],
    ['a name', 'order.hand', { handOver: { ...empty.handOver, by: 'identity', name: 'Li Na' } }],
    ['no loaded bag', 'transport.start', { scannedTags: [] }],
    ['a loaded bag of two', 'transport.start', { scannedTags: ['HF1001'], reason: ' ' }],
    ['no handed bag', 'order.hand', { handOver: part, scannedTags: [] }],
    ['no reason for a kept bag', 'order.hand', { handOver: part, scannedTags: ['HF1001'], report: noReport }],
    ['no courier', 'transfer.apply', { courierId: '' }],
    ['no reason', 'return.begin', { returnReason: null }],
    ['a blank shelf', 'shelf.change', { shelf: ' ' }],
    ['no moved bag', 'shelf.change', { scannedTags: [] }],
    ['no taken bag', 'pickup.confirm', { scannedTags: [] }],
    ['a blank note', 'note.write', { words: ' ' }],
  ] as [string, ActName, Partial<ActProof>][])('needs more than %s', (_, act, changes) => {
    expect(isProofComplete(act, { ...complete, ...changes })).toBe(false)
  })
})

describe('scanned codes', () => {
  it('reads tags and seals as printed, and nothing else', () => {
    expect([' HF-ab1\n', 'HANDSFREE:HF26110482:7KQ4MX', 'https://example.com', ''].map(readBagCode)).toEqual([
      'HF-ab1',
      null,
      null,
      null,
    ])
  })

  it('takes a typed tag once it is one of the act’s bags', () => {
    const proof = { checks: empty.checks, scannedTags: ['HF1002'] }
    expect(['HF100', ' hf1001', 'HF1002', 'HF9999'].map((text) => withTypedTag(proof, text))).toEqual([
      { scannedTags: ['HF1002'], typedTag: 'HF100' },
      { scannedTags: ['HF1002', 'HF1001'], typedTag: '' },
      { scannedTags: ['HF1002'], typedTag: '' },
      { scannedTags: ['HF1002'], typedTag: 'HF9999' },
    ])
  })

  it('reads the claim code only from the card of the order', () => {
    const order = { orderNumber: 'HF 2611 0482' }
    const cards = [
      'HANDSFREE:HF26110482:7KQ4MX',
      'HANDSFREE:HF26110482',
      'HANDSFREE:HF26110483:7KQ4MX',
      '7KQ4MX',
    ]
    expect(cards.map((text) => readClaimCode(text, order))).toEqual(['7KQ4MX', null, null, null])
  })
})

describe('a report', () => {
  const order = operatorOrder({ pieces: 2 })
  const reportOf = (report: ActProof['report'], reason = '') =>
    requestOf('exception.report', 'order-1', { ...complete, report, reason }).request.body

  it.each([
    [{ kind: null, bags: [] }, 'A text', false],
    [{ kind: 'other', bags: [] }, ' ', false],
    [{ kind: 'other', bags: [] }, 'A text', true],
    [{ kind: 'addressWrong', bags: [] }, '', true],
  ] as const)('needs a reason, or a text: %o with “%s” is complete: %s', (report, reason, isComplete) => {
    expect(isProofComplete('exception.report', { ...complete, report, reason })).toBe(isComplete)
  })

  it('names bags only for reasons that are about bags', () => {
    expect(reportOf({ kind: 'bagTooLarge', bags: [1] })).toEqual({
      kind: 'bagTooLarge',
      bags: [1],
      reason: '',
    })
    expect(reportOf({ kind: 'bagTooLarge', bags: [] })).toEqual({ kind: 'bagTooLarge', reason: '' })
    expect(reportOf({ kind: 'addressWrong', bags: [1] }, 'No. 8')).toEqual({
      kind: 'addressWrong',
      reason: 'No. 8',
    })
    expect(reportOf({ kind: 'other', bags: [1] }, 'Rain')).toEqual({ reason: 'Rain' })
  })

  it('takes photos along', () => {
    const proof = withPhotos({ ...complete, report: { kind: 'other', bags: [] }, reason: 'Rain' }, [
      ['/a.jpg'],
    ])
    expect(requestOf('exception.report', 'order-1', proof).request.body).toEqual({
      reason: 'Rain',
      photos: ['/a.jpg'],
    })
  })

  it('refuses bags and waits for guests only before the pickup', () => {
    const pickedUp = { lifecycle: { ...order.lifecycle, pickup: 'pickuped' as const } }
    expect(reportChoices(order)).toContain('guestMissing')
    expect(reportChoices(pickedUp)).toEqual([
      'bagDamaged',
      'siteClosed',
      'addressWrong',
      'cannotContinue',
      'other',
    ])
  })
})
