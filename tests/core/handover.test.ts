import { fail, ok } from '@handsfree/core'
import { handoverMachine, selectPhotoNeed, selectTakenPath } from '@handsfree/core/handover'
import { expect, it } from 'vitest'
import { photoSetWorld, photosChanged } from '../models/photo-world.ts'
import { guestOrder, offline, order, quote, refused } from '../models/samples.ts'
import { Journey } from './journey.ts'

const open = () =>
  new Journey(
    handoverMachine,
    ({ newKey }) => ({ newKey }),
    () => photoSetWorld.logic() as never,
  )

it('takes over an order without photos once they are there and the terms are agreed to', async () => {
  const journey = open()
  await journey.answer('readPrepared', ok({ order: guestOrder({ photoCount: 0 }), takenOrderId: null }))
  journey.do({ type: 'handover.submit' })
  expect([journey.snapshot.value, selectPhotoNeed(journey.snapshot)]).toEqual([
    { offered: 'showingErrors' },
    'missing',
  ])
  journey.do({ type: 'photos.changed', ...photosChanged.uploading }, { type: 'handover.submit' })
  expect(journey.snapshot.value).toBe('waitingForPhotos')
  journey.do({ type: 'photos.changed', ...photosChanged.uploaded })
  expect(journey.snapshot.value).toBe('agreeingToTerms')
  journey.do({ type: 'terms.decline' }, { type: 'handover.submit' }, { type: 'terms.agree' })
  const dear = quote({ quoteId: 'quote-2' })
  await journey.answer('takeOver', fail(refused(8003, dear)))
  expect([journey.snapshot.value, journey.snapshot.context.order?.quote.quoteId]).toEqual([
    { offered: 'pristine' },
    'quote-2',
  ])
  journey.do({ type: 'handover.submit' }, { type: 'terms.agree' })
  await journey.answer('takeOver', fail(offline))
  const first = journey.snapshot.context.submission
  journey.do({ type: 'handover.retry' })
  expect([journey.snapshot.value, journey.snapshot.context.submission]).toEqual(['taking', first])
  await journey.answer(
    'takeOver',
    ok(order({ orderId: 'order-7', actions: ['order.pay'], paymentId: 'pay-7' })),
  )
  expect([journey.snapshot.status, selectTakenPath(journey.snapshot)]).toEqual([
    'done',
    '/payment/checkout/pay-7',
  ])
})

it('leads to the order that a link became, and says when one has ended', async () => {
  const again = open()
  await again.answer('readPrepared', ok({ order: null, takenOrderId: 'order-7' }))
  expect([again.snapshot.value, selectTakenPath(again.snapshot)]).toEqual(['taken', '/order/detail/order-7'])
  const ended = open()
  await ended.answer('readPrepared', fail(refused(5004)))
  expect(ended.snapshot.value).toBe('gone')
})
