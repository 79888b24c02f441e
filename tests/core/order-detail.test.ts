import { fail, ok } from '@handsfree/core'
import {
  type OrderDetailInput,
  orderDetailMachine,
  selectCanCancel,
  selectCancellationIsOpen,
  selectCancellationMove,
  selectCancellationStep,
  selectIsCatchingUp,
  selectIsStale,
} from '@handsfree/core/order'
import { describe, expect, it } from 'vitest'
import { offline, order, refused } from '../models/samples.ts'
import { Journey, startOfTime } from './journey.ts'

const open = (kept: OrderDetailInput['kept'] = null) =>
  new Journey(orderDetailMachine, ({ now, newKey }) => ({ orderId: 'order-1', kept, now, newKey }))
const loaded = (changed = {}) => ok({ order: order(changed), trace: [] })
const shown = async () => {
  const journey = open()
  await journey.answer('loadOrder', loaded())
  return journey
}
const hint = { type: 'order.hint' } as const
const cancelledRegions = { ...order().regions, closing: 'cancelled' }

const preview = {
  refund: { amount: 98_00, currency: 'CNY' },
  refundBy: '2026-11-26T10:00:00+08:00',
  freeCancellationUntil: '2026-11-24T06:00:00+08:00',
}

describe('an order’s page', () => {
  it('is read once, and again on every hint; the newest question counts', async () => {
    const journey = await shown()
    expect(journey.snapshot.context.loadedAt).toBe(startOfTime)
    journey.tell('hints', hint)
    const older = journey.open('refreshOrder')
    journey.tell('hints', hint)
    await journey.answer('refreshOrder', loaded({ status: 'reviewing' }))
    older.answer(loaded({ status: 'pending_payment' }))
    await Promise.resolve()
    expect(journey.value).toEqual({ shown: { freshness: 'fresh', cancellation: 'none' } })
    expect(journey.snapshot.context.order?.status).toBe('reviewing')
  })

  it('a hint while it is first read asks again: the answer under way may be older', async () => {
    const journey = open()
    const older = journey.open('loadOrder')
    journey.tell('hints', hint)
    expect(journey.inputs('loadOrder')).toHaveLength(2)
    older.answer(loaded({ status: 'pending_payment' }))
    await journey.answer('loadOrder', loaded({ status: 'reviewing' }))
    expect(journey.snapshot.context.order?.status).toBe('reviewing')
  })

  it('keeps what is shown when a refresh fails, says so, and catches up with the next hint', async () => {
    const journey = await shown()
    journey.pass(60_000)
    journey.tell('hints', hint)
    await journey.answer('refreshOrder', fail(offline))
    expect([selectIsStale(journey.snapshot), journey.snapshot.context.loadedAt]).toEqual([true, startOfTime])
    journey.tell('hints', hint)
    await journey.answer('refreshOrder', loaded())
    expect([selectIsStale(journey.snapshot), journey.snapshot.context.loadedAt]).toEqual([
      false,
      startOfTime + 60_000,
    ])
    expect(journey.snapshot.context.problem).toBe(null)
  })

  it.each([
    ['no such order, or somebody else’s', refused(5004), 'notThere'],
    ['the server is broken', refused(1003), 'failed'],
    ['no answer', offline, 'failed'],
  ])('%s', async (_, failure, end) => {
    const journey = open()
    await journey.answer('loadOrder', fail(failure))
    expect(journey.value).toBe(end)
  })
})

describe('an order that an earlier visit has left', () => {
  const kept = { order: order({ status: 'in_transit' }), trace: [], loadedAt: startOfTime - 60_000 }

  it('is shown at once as of its time, and then as it is', async () => {
    const journey = open(kept)
    const { context } = journey.snapshot
    expect([context.order, context.loadedAt, selectIsCatchingUp(journey.snapshot)]).toEqual([
      kept.order,
      startOfTime - 60_000,
      true,
    ])
    await journey.answer('catchUp', loaded({ status: 'arrived' }))
    expect(journey.value).toEqual({ shown: { freshness: 'fresh', cancellation: 'none' } })
    expect([journey.snapshot.context.order?.status, journey.snapshot.context.loadedAt]).toEqual([
      'arrived',
      startOfTime,
    ])
  })

  it('stays without a network, and catches up with the next hint; the newest question counts', async () => {
    const journey = open(kept)
    const older = journey.open('catchUp')
    journey.tell('hints', hint)
    older.answer(loaded({ status: 'pending_pickup' }))
    await journey.answer('catchUp', fail(offline))
    expect([selectIsStale(journey.snapshot), journey.snapshot.context.order]).toEqual([true, kept.order])
    journey.tell('hints', hint)
    await journey.answer('refreshOrder', loaded({ status: 'arrived' }))
    expect(journey.snapshot.context.order?.status).toBe('arrived')
  })

  it('goes when the server says that it is not there', async () => {
    const journey = open(kept)
    await journey.answer('catchUp', fail(refused(5004)))
    expect([journey.value, journey.snapshot.context.order]).toEqual(['notThere', null])
  })
})

describe('cancelling', () => {
  const deciding = async () => {
    const journey = await shown()
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', ok(preview))
    return journey
  }

  it('shows what comes back, posts once, and reads the order again', async () => {
    const journey = await deciding()
    expect(journey.snapshot.context.preview).toEqual(preview)
    journey.do({ type: 'cancellation.confirm' }, { type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder')).toEqual([{ orderId: 'order-1', idempotencyKey: 'key-1' }])
    const cancelled = order({ status: 'refunding', actions: [] })
    await journey.answer('cancelOrder', ok(cancelled))
    expect(journey.value).toEqual({ shown: { freshness: 'refreshing', cancellation: 'none' } })
    expect(journey.snapshot.context.order).toEqual(cancelled)
    expect(selectCanCancel(journey.snapshot)).toBe(false)
  })

  it('drops a refresh that began before the cancellation', async () => {
    const journey = await deciding()
    journey.tell('hints', hint)
    const older = journey.open('refreshOrder')
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', ok(order({ status: 'refunding', actions: [] })))
    older.answer(loaded())
    await journey.answer('refreshOrder', loaded({ status: 'refunding', actions: [] }))
    expect(journey.snapshot.context.order?.status).toBe('refunding')
  })

  it('too late: says why, and reads the order to know what is true', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(refused(5006)))
    expect(journey.value).toEqual({ shown: { freshness: 'refreshing', cancellation: 'refused' } })
    expect(journey.snapshot.context.cancelProblem).toEqual(refused(5006))
    await journey.answer('refreshOrder', loaded({ actions: [] }))
    expect(selectCanCancel(journey.snapshot)).toBe(false)
    journey.send({ type: 'cancellation.dismiss' })
    expect(journey.value).toEqual({ shown: { freshness: 'fresh', cancellation: 'none' } })
  })

  it('no answer: nothing is claimed until the order is read; it may be cancelled after all', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(offline))
    expect(journey.value).toEqual({ shown: { freshness: 'refreshing', cancellation: 'unsure' } })
    await journey.answer('refreshOrder', fail(offline))
    expect(journey.value).toEqual({ shown: { freshness: 'stale', cancellation: 'unsure' } })
    journey.tell('hints', hint)
    await journey.answer('refreshOrder', loaded({ actions: [], regions: cancelledRegions }))
    expect(journey.value).toEqual({ shown: { freshness: 'fresh', cancellation: 'none' } })
  })

  it('a defect is no answer either: the order is read again, and another try is open', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.fail('cancelOrder', new Error('bug'))
    expect(journey.value).toEqual({ shown: { freshness: 'refreshing', cancellation: 'unsure' } })
    expect(journey.snapshot.context.cancelProblem?.kind).toBe('unexpected')
    await journey.answer('refreshOrder', loaded())
    journey.send({ type: 'cancellation.preview' })
    expect(journey.value).toEqual({ shown: { freshness: 'fresh', cancellation: 'previewing' } })
  })

  it('is thought better of: nothing is posted', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.dismiss' })
    expect(journey.value).toEqual({ shown: { freshness: 'fresh', cancellation: 'none' } })
    journey.send({ type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder')).toEqual([])
  })

  it.each([
    ['too late', refused(5006)],
    ['no answer', offline],
  ])('%s for what would come back: says why, and lets it be', async (_, failure) => {
    const journey = await shown()
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', fail(failure))
    expect(journey.value).toEqual({ shown: { freshness: 'fresh', cancellation: 'refused' } })
    expect(journey.snapshot.context.cancelProblem).toEqual(failure)
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', ok(preview))
    expect(journey.snapshot.context).toMatchObject({ preview, cancelProblem: null })
  })

  it('tells every client what a cancellation is about, and what takes it on', async () => {
    const seen = ({ snapshot }: Awaited<ReturnType<typeof shown>>) => [
      selectCancellationIsOpen(snapshot),
      selectCancellationStep(snapshot),
      selectCancellationMove(snapshot).type,
    ]
    expect(seen(open())).toEqual([false, 'confirm', 'cancellation.confirm'])
    const journey = await shown()
    journey.send({ type: 'cancellation.preview' })
    expect(seen(journey)).toEqual([false, 'confirm', 'cancellation.confirm'])
    await journey.answer('previewCancellation', ok(preview))
    expect(seen(journey)).toEqual([true, 'confirm', 'cancellation.confirm'])
    journey.send({ type: 'cancellation.confirm' })
    expect(seen(journey)).toEqual([true, 'confirm', 'cancellation.confirm'])
    await journey.answer('cancelOrder', fail(offline))
    expect(seen(journey)).toEqual([true, 'unsure', 'cancellation.preview'])
    journey.send({ type: 'cancellation.preview' })
    expect(seen(journey)).toEqual([true, 'failed', 'cancellation.preview'])
    await journey.answer('previewCancellation', fail(refused(5006)))
    expect(seen(journey)).toEqual([true, 'tooLate', 'cancellation.preview'])
    journey.send({ type: 'cancellation.dismiss' })
    expect(selectCancellationIsOpen(journey.snapshot)).toBe(false)
  })

  it('another try is another post', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(offline))
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', ok(preview))
    journey.send({ type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder').at(-1)).toEqual({ orderId: 'order-1', idempotencyKey: 'key-2' })
  })

  it('is not offered when the order does not allow it', async () => {
    const journey = open()
    await journey.answer('loadOrder', loaded({ actions: ['order.pay'] }))
    journey.send({ type: 'cancellation.preview' })
    expect(journey.value).toEqual({ shown: { freshness: 'fresh', cancellation: 'none' } })
  })
})
