import { fail, ok } from '@handsfree/core'
import type { ClaimStage } from '@handsfree/core/contract'
import {
  type OrderDetailInput,
  orderDetailMachine,
  selectCanCancel,
  selectCancellationIsOpen,
  selectCancellationMove,
  selectCancellationStep,
  selectClaimOfferWaits,
} from '@handsfree/core/orders'
import { describe, expect, it } from 'vitest'
import { offline, order, refused } from '../../models/samples.ts'
import { Journey, startOfTime } from '../journey.ts'

const open = (kept: OrderDetailInput['kept'] = null) =>
  new Journey(orderDetailMachine, ({ now, newKey }) => ({ orderId: 'order-1', kept, now, newKey }))
const done = (changed = {}) => ({
  type: 'reading.done' as const,
  value: { order: order(changed), trace: [], askedAt: 0 },
})
const shown = () => {
  const journey = open()
  journey.tell('reading', done())
  return journey
}
const readAgain = (journey: ReturnType<typeof open>) => journey.open('reading').received
const hint = { type: 'reading.hint' }
const cancelledRegions = { ...order().lifecycle, closing: 'cancelled' }

const preview = {
  refund: { amount: 98_00, currency: 'CNY' },
  refundBy: '2026-11-26T10:00:00+08:00',
  freeCancellationUntil: '2026-11-24T06:00:00+08:00',
}

const deciding = async () => {
  const journey = shown()
  journey.send({ type: 'cancellation.preview' })
  await journey.answer('previewCancellation', ok(preview))
  return journey
}

describe('an order’s page', () => {
  it('shows what was read last, as of that time', () => {
    const journey = shown()
    expect(journey.snapshot.context.loadedAt).toBe(startOfTime)
    journey.pass(60_000)
    journey.tell('reading', done({ status: 'reviewing' }))
    const { order: read, loadedAt } = journey.snapshot.context
    expect([read?.status, loadedAt]).toEqual(['reviewing', startOfTime + 60_000])
  })

  const claimOfferWaits = (news: { claim?: ClaimStage; claimId?: string }[]) => {
    const trace = news.map((facts, index) => ({
      ...{ traceId: `trace-${index}`, type: 'updated' as const, time: '2026-11-23T12:00:00+08:00' },
      facts,
    }))
    return selectClaimOfferWaits(open({ order: order(), trace, loadedAt: startOfTime }).snapshot)
  }

  it('says that an offer waits while that is the last news of any of its claims', () => {
    const first = (claim: ClaimStage) => ({ claim, claimId: 'claim-1' })
    const second = (claim: ClaimStage) => ({ claim, claimId: 'claim-2' })
    expect(claimOfferWaits([first('offered'), second('received'), second('started'), {}])).toBe(true)
    expect(claimOfferWaits([second('received'), first('offered'), first('accepted')])).toBe(false)
    expect(claimOfferWaits([first('offered'), second('offered'), first('declined')])).toBe(true)
    expect(claimOfferWaits([{ claim: 'offered' }, first('accepted')])).toBe(false)
  })

  it('says that an offer waits while that is the last news where none names its claim', () => {
    const waits = (...stages: (ClaimStage | undefined)[]) =>
      claimOfferWaits(stages.map((claim) => (claim ? { claim } : {})))
    expect([waits(), waits('received', 'started'), waits('offered', 'accepted')]).toEqual([
      false,
      false,
      false,
    ])
    expect([waits('received', 'offered'), waits('askedAgain', 'offered', undefined)]).toEqual([true, true])
  })

  it('begins with what an earlier visit has stored, as of its time', () => {
    const kept = { order: order({ status: 'in_transit' }), trace: [], loadedAt: startOfTime - 60_000 }
    const journey = open(kept)
    expect(journey.snapshot.context).toMatchObject(kept)
    expect(journey.inputs('reading')).toMatchObject([{ kept: { order: kept.order, trace: [] } }])
  })

  it('shows and cancels an order no more once the server does not find it', async () => {
    const journey = await deciding()
    journey.tell('reading', { type: 'reading.gone' })
    expect([journey.value, journey.snapshot.context.order]).toEqual(['none', null])
    journey.send({ type: 'cancellation.preview' })
    expect(journey.value).toBe('none')
  })
})

describe('cancelling', () => {
  it('shows the refund, posts the cancellation once, and reads the order again', async () => {
    const journey = await deciding()
    expect(journey.snapshot.context.preview).toEqual(preview)
    journey.do({ type: 'cancellation.confirm' }, { type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder')).toEqual([{ orderId: 'order-1', idempotencyKey: 'key-1' }])
    const cancelled = order({ status: 'refunding', actions: [] })
    await journey.answer('cancelOrder', ok(cancelled))
    expect(journey.value).toEqual('none')
    expect(journey.snapshot.context.order).toEqual(cancelled)
    expect(readAgain(journey)).toEqual([hint])
    expect(selectCanCancel(journey.snapshot)).toBe(false)
  })

  it('says why it is too late to cancel, and reads the order again', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(refused(5006)))
    expect([journey.value, readAgain(journey)]).toEqual(['refused', [hint]])
    expect(journey.snapshot.context.cancelProblem).toEqual(refused(5006))
    journey.tell('reading', done({ actions: [] }))
    expect(selectCanCancel(journey.snapshot)).toBe(false)
    journey.send({ type: 'cancellation.dismiss' })
    expect(journey.value).toEqual('none')
  })

  it.each([
    ['without an answer', offline],
    ['when the server breaks', refused(1003)],
  ])('claims nothing %s until the order is read', async (_, failure) => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(failure))
    expect([journey.value, readAgain(journey)]).toEqual(['outcomeUnknown', [hint]])
    expect(selectCancellationStep(journey.snapshot)).toBe('outcomeUnknown')
    journey.tell('reading', { type: 'reading.changed', isReading: false })
    expect(journey.value).toBe('outcomeUnknown')
    journey.tell('reading', done({ actions: [], lifecycle: cancelledRegions }))
    expect(journey.value).toEqual('none')
  })

  const unanswered = async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(offline))
    return journey
  }

  it('says that an order is not cancelled so far once a reading after the lost answer shows it, and tries again', async () => {
    const journey = await unanswered()
    journey.tell('reading', done())
    expect([journey.value, selectCancellationStep(journey.snapshot)]).toEqual([
      'notCancelled',
      'notCancelled',
    ])
    journey.send({ type: 'cancellation.preview' })
    expect([selectCancellationIsOpen(journey.snapshot), selectCancellationStep(journey.snapshot)]).toEqual([
      true,
      'notCancelled',
    ])
    await journey.answer('previewCancellation', fail(offline))
    expect([journey.value, selectCancellationStep(journey.snapshot)]).toEqual(['refused', 'unread'])
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', ok(preview))
    journey.send({ type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder').at(-1)).toEqual({ orderId: 'order-1', idempotencyKey: 'key-2' })
    await journey.answer('cancelOrder', fail(offline))
    expect(selectCancellationStep(journey.snapshot)).toBe('outcomeUnknown')
  })

  it('says that it is too late once a reading after the lost answer shows an order that cannot be cancelled', async () => {
    const journey = await unanswered()
    journey.tell('reading', done({ actions: [] }))
    expect(selectCancellationStep(journey.snapshot)).toBe('tooLate')
    expect(journey.snapshot.can({ type: 'cancellation.preview' })).toBe(false)
    journey.send({ type: 'cancellation.dismiss' })
    expect(journey.value).toBe('none')
  })

  it('closes when the lost post cancels the order after a reading that did not show it', async () => {
    const journey = await unanswered()
    journey.tell('reading', done())
    journey.tell('reading', done({ actions: [], lifecycle: cancelledRegions }))
    expect(journey.value).toBe('none')
  })

  it('reads the order again after a defect, and allows another try', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.fail('cancelOrder', new Error('bug'))
    expect([journey.value, readAgain(journey)]).toEqual(['outcomeUnknown', [hint]])
    expect(journey.snapshot.context.cancelProblem?.kind).toBe('unexpected')
    journey.tell('reading', done())
    journey.send({ type: 'cancellation.preview' })
    expect(journey.value).toEqual('previewing')
  })

  it('asks for no decision once the order was cancelled in another tab', async () => {
    const journey = await deciding()
    journey.tell('reading', done({ actions: [] }))
    expect(journey.value).toBe('deciding')
    journey.tell('reading', done({ actions: [], lifecycle: cancelledRegions }))
    expect([journey.value, selectCancellationIsOpen(journey.snapshot)]).toEqual(['none', false])
    journey.send({ type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder')).toEqual([])
  })

  it('posts nothing when the traveller changes their mind', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.dismiss' })
    expect(journey.value).toEqual('none')
    journey.send({ type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder')).toEqual([])
  })

  it.each([
    ['too late', refused(5006), 'tooLate'],
    ['no answer', offline, 'unread'],
  ])('says why on %s for the refund, and closes', async (_, failure, step) => {
    const journey = shown()
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', fail(failure))
    expect(journey.value).toEqual('refused')
    expect(journey.snapshot.context.cancelProblem).toEqual(failure)
    expect(selectCancellationStep(journey.snapshot)).toBe(step)
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', ok(preview))
    expect(journey.snapshot.context).toMatchObject({ preview, cancelProblem: null })
  })

  it('describes for every client what a cancellation is about, and the event that continues it', async () => {
    const seen = ({ snapshot }: ReturnType<typeof shown>) => [
      selectCancellationIsOpen(snapshot),
      selectCancellationStep(snapshot),
      selectCancellationMove(snapshot).type,
    ]
    expect(seen(open())).toEqual([false, 'confirm', 'cancellation.confirm'])
    const journey = shown()
    journey.send({ type: 'cancellation.preview' })
    expect(seen(journey)).toEqual([false, 'confirm', 'cancellation.confirm'])
    await journey.answer('previewCancellation', ok(preview))
    expect(seen(journey)).toEqual([true, 'confirm', 'cancellation.confirm'])
    journey.send({ type: 'cancellation.confirm' })
    expect(seen(journey)).toEqual([true, 'confirm', 'cancellation.confirm'])
    await journey.answer('cancelOrder', fail(offline))
    expect(seen(journey)).toEqual([true, 'outcomeUnknown', 'cancellation.preview'])
    journey.send({ type: 'cancellation.preview' })
    expect(seen(journey)).toEqual([true, 'outcomeUnknown', 'cancellation.preview'])
    await journey.answer('previewCancellation', fail(refused(5006)))
    expect(seen(journey)).toEqual([true, 'tooLate', 'cancellation.preview'])
    journey.send({ type: 'cancellation.dismiss' })
    expect(selectCancellationIsOpen(journey.snapshot)).toBe(false)
  })

  it('says that the preview did not load, not that the order was not canceled, when another try cannot read it', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(refused(5005)))
    expect(selectCancellationStep(journey.snapshot)).toBe('failed')
    journey.do({ type: 'cancellation.dismiss' }, { type: 'cancellation.preview' })
    expect(selectCancellationIsOpen(journey.snapshot)).toBe(false)
    await journey.answer('previewCancellation', fail(offline))
    expect(selectCancellationStep(journey.snapshot)).toBe('unread')
  })

  it('promises no unchanged order while what was posted may have canceled it, until the order is read', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(offline))
    for (let tries = 0; tries < 2; tries += 1) {
      journey.send({ type: 'cancellation.preview' })
      await journey.answer('previewCancellation', fail(offline))
      expect([journey.value, selectCancellationStep(journey.snapshot)]).toEqual([
        'outcomeUnknown',
        'outcomeUnknown',
      ])
      journey.send({ type: 'cancellation.dismiss' })
    }
    journey.tell('reading', done())
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', fail(offline))
    expect(selectCancellationStep(journey.snapshot)).toBe('unread')
  })

  it('posts another try under another key', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(offline))
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', ok(preview))
    journey.send({ type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder').at(-1)).toEqual({ orderId: 'order-1', idempotencyKey: 'key-2' })
  })

  it('offers no cancelling when the order does not allow it', async () => {
    const journey = open()
    journey.tell('reading', done({ actions: ['order.pay'] }))
    journey.send({ type: 'cancellation.preview' })
    expect(journey.value).toEqual('none')
  })
})
