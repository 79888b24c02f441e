import { callOfEvent } from '@handsfree/core/contract'
import {
  type ActName,
  type ActProof,
  emptyProof,
  isProofComplete,
  legalActs,
  mainAct,
  proofOf,
  requestOf,
} from '@handsfree/core/crew'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { operatorOrder } from '../../models/samples.ts'

/** Every act that the app offers. */
const acts = legalActs(operatorOrder({ events: Object.keys(callOfEvent) }))

const complete: ActProof = {
  reason: 'Nobody is there.',
  pieces: 2,
  bags: [
    { tagCode: 'HF1001', sealNumber: 'S1001', damage: '' },
    { tagCode: 'HF1002', sealNumber: 'S1002', damage: 'A wheel is broken.' },
  ],
  tagCodes: ['HF1001'],
  claimCode: '731904',
}
const empty = emptyProof(operatorOrder({ pieces: 2 }))

const legal = (...events: string[]) => operatorOrder({ events })

it('offers acts in the order of a trip', () => {
  expect(acts).toHaveLength(21)
  expect(legalActs(legal('order.hand', 'order.pickUp', 'courier.arriveAtPickup'))).toEqual([
    'courier.arriveAtPickup',
    'order.pickUp',
    'order.hand',
  ])
})

it('hides acts of other screens, and unknown ones', () => {
  expect(legalActs(legal('courier.assign', 'order.cancel', 'order.fly'))).toEqual([])
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
    expect(mainAct(legal(...events))).toBe(main)
  })

  it('skips an arrival that is already recorded', () => {
    const order = operatorOrder({
      events: ['courier.arriveAtPickup', 'order.pickUp'],
      courierArrivedTime: '2026-11-24T09:58:00+08:00',
    })
    expect(mainAct(order)).toBe('order.pickUp')
  })

  it('confirms storage once every bag is checked in', () => {
    const events = ['package.confirm', 'warehouse.confirm']
    expect(mainAct(operatorOrder({ events, unconfirmedTags: ['HF1001'] }))).toBe('package.confirm')
    expect(mainAct(operatorOrder({ events, unconfirmedTags: [] }))).toBe('warehouse.confirm')
  })
})

describe('requests', () => {
  it.each(acts)('has a body that the contract accepts: %s', (act) => {
    expect(isProofComplete(act, complete)).toBe(true)
    const { call, request } = requestOf(act, 'order-1', complete)
    expect(call).toBe(callOfEvent[act])
    const { params, body } = request as unknown as { params: unknown; body: unknown }
    expect(v.safeParse(call.params as v.GenericSchema, params)).toMatchObject({ success: true })
    expect(v.safeParse(call.body as v.GenericSchema, body)).toMatchObject({ success: true })
  })

  it('says the decision and its reason', () => {
    const bodyOf = (act: ActName) => (requestOf(act, 'order-1', complete).request as { body: unknown }).body
    expect([bodyOf('decision.allow'), bodyOf('decision.reject'), bodyOf('return.start')]).toEqual([
      { result: 'allow' },
      { result: 'reject', reason: 'Nobody is there.' },
      { step: 'start' },
    ])
  })
})

describe('proof', () => {
  it('begins with one row per bag and the agreed count', () => {
    expect([empty.bags.length, empty.pieces]).toEqual([2, 2])
    expect(empty.bags[0]).not.toBe(empty.bags[1])
  })

  it('accepts an empty entry only for acts that need none', () => {
    const lacking = acts.filter((act) => !isProofComplete(act, empty))
    expect(lacking).toEqual(acts.filter((act) => !['none', 'pieces'].includes(proofOf(act))))
  })

  it.each([
    ['a blank reason', 'exception.report', { reason: '  ' }],
    ['a bag without a tag', 'order.pickUp', { bags: [{ tagCode: ' ', sealNumber: 'S1', damage: '' }] }],
    ['a bag without a seal', 'order.pickUp', { bags: [{ tagCode: 'HF1', sealNumber: '', damage: '' }] }],
    ['no bag', 'order.pickUp', { bags: [] }],
    ['no tag', 'package.confirm', { tagCodes: [] }],
    ['a blank claim code', 'order.hand', { claimCode: ' ' }],
  ] as [string, ActName, Partial<ActProof>][])('needs more than %s', (_, act, changes) => {
    expect(isProofComplete(act, { ...complete, ...changes })).toBe(false)
  })
})
