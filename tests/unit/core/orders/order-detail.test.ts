import { fail, ok } from '@handsfree/core'
import type { ClaimStage } from '@handsfree/core/contract'
import {
  type OrderDetailInput,
  orderDetailMachine,
  selectCancellationIsOpen,
  selectCancellationStep,
  selectHasPendingClaimOffer,
  selectNextCancellationEvent,
} from '@handsfree/core/orders'
import { describe, expect, it } from 'vitest'
import { offline, order, refused } from '../../models/samples.ts'
import { Journey, startOfTime } from '../journey.ts'

const open = (kept: OrderDetailInput['cachedOrder'] = null) =>
  new Journey(orderDetailMachine, ({ now, newKey }) => ({
    orderId: 'order-1',
    cachedOrder: kept,
    now,
    newKey,
  }))
const done = (changed = {}) => ({
  type: 'reading.done' as const,
  value: { order: order(changed), trace: [], requestedAt: 0 },
})
const shown = () => {
  const journey = open()
  journey.sendFrom('reading', done())
  return journey
}

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

describe('the page of an order', () => {
  it('shows the latest order with its read time', () => {
    const journey = shown()
    expect(journey.snapshot.context.loadedAt).toBe(startOfTime)
    journey.pass(60_000)
    journey.sendFrom('reading', done({ status: 'reviewing' }))
    const { order: read, loadedAt } = journey.snapshot.context
    expect([read?.status, loadedAt]).toEqual(['reviewing', startOfTime + 60_000])
  })

  const claimOfferWaits = (news: { claim?: ClaimStage; claimId?: string }[]) => {
    const trace = news.map((facts, index) => ({
      ...{ traceId: `trace-${index}`, type: 'updated' as const, time: '2026-11-23T12:00:00+08:00' },
      facts,
    }))
    return selectHasPendingClaimOffer(open({ order: order(), trace, loadedAt: startOfTime }).snapshot)
  }

  it('reports a pending offer while it is the latest news of any claim', () => {
    const first = (claim: ClaimStage) => ({ claim, claimId: 'claim-1' })
    const second = (claim: ClaimStage) => ({ claim, claimId: 'claim-2' })
    expect(claimOfferWaits([first('offered'), second('received'), second('started'), {}])).toBe(true)
    expect(claimOfferWaits([second('received'), first('offered'), first('accepted')])).toBe(false)
    expect(claimOfferWaits([first('offered'), second('offered'), first('declined')])).toBe(true)
    expect(claimOfferWaits([{ claim: 'offered' }, first('accepted')])).toBe(false)
  })

  it('reports a pending offer if it is the latest news and no claim is named', () => {
    const waits = (...stages: (ClaimStage | undefined)[]) =>
      claimOfferWaits(stages.map((claim) => (claim ? { claim } : {})))
    expect([waits(), waits('received', 'started'), waits('offered', 'accepted')]).toEqual([
      false,
      false,
      false,
    ])
    expect([waits('received', 'offered'), waits('askedAgain', 'offered', undefined)]).toEqual([true, true])
  })

  it('begins with the stored order and its read time', () => {
    const kept = { order: order({ status: 'in_transit' }), trace: [], loadedAt: startOfTime - 60_000 }
    const journey = open(kept)
    expect(journey.snapshot.context).toMatchObject(kept)
    expect(journey.inputs('reading')).toMatchObject([{ initialValue: { order: kept.order, trace: [] } }])
  })
})

describe('cancelling', () => {
  it('selects the cancellation’s step and next event in each state', async () => {
    const seen = ({ snapshot }: ReturnType<typeof shown>) => [
      selectCancellationIsOpen(snapshot),
      selectCancellationStep(snapshot),
      selectNextCancellationEvent(snapshot).type,
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

  it('treats a cancellation without an answer as unknown until the order is refetched', async () => {
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
    journey.sendFrom('reading', done())
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', fail(offline))
    expect(selectCancellationStep(journey.snapshot)).toBe('unread')
  })

  it('posts a second attempt to cancel under a new key', async () => {
    const journey = await deciding()
    journey.send({ type: 'cancellation.confirm' })
    await journey.answer('cancelOrder', fail(offline))
    journey.send({ type: 'cancellation.preview' })
    await journey.answer('previewCancellation', ok(preview))
    journey.send({ type: 'cancellation.confirm' })
    expect(journey.inputs('cancelOrder').at(-1)).toEqual({ orderId: 'order-1', idempotencyKey: 'key-2' })
  })
})
