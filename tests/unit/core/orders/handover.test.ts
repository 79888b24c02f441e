import {
  createHandover,
  handoverMachine,
  handoverStore,
  selectPhotoNeed,
  selectTakenPath,
} from '@handsfree/core/orders'
import { photoUrls } from '@handsfree/core/photos'
import { expect, it, vi } from 'vitest'
import { photoSetWorld, photosChanged } from '../../models/photo-world.ts'
import { account, guestOrder, offline, order, quote, refused } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'
import { Journey } from '../journey.ts'

const open = () =>
  new Journey(
    handoverMachine,
    ({ newKey }) => ({ restored: null, newKey }),
    () => photoSetWorld.logic() as never,
  )

it('takes over an order without photos once some are uploaded and the terms accepted', async () => {
  const journey = open()
  journey.send({ type: 'reading.done', value: { order: guestOrder({ photoCount: 0 }), takenOrderId: null } })
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
  journey.sendFrom('submission', { type: 'submission.refused', failure: refused(8003, dear) })
  expect([journey.snapshot.value, journey.snapshot.context.order?.quote.quoteId]).toEqual([
    { offered: 'pristine' },
    'quote-2',
  ])
  journey.do({ type: 'handover.submit' }, { type: 'terms.agree' })
  const submission = { idempotencyKey: 'key-1', body: { quoteId: 'quote-2', photos: ['/files/photo-0'] } }
  journey.sendFrom('submission', { type: 'submission.changed', submission })
  journey.sendFrom('submission', { type: 'submission.unanswered', failure: offline })
  journey.do({ type: 'handover.retry' })
  expect([journey.snapshot.value, journey.inputs('submission').at(-1)]).toMatchObject([
    'taking',
    { body: submission.body, previous: submission },
  ])
  journey.sendFrom('submission', {
    type: 'submission.accepted',
    value: order({ orderId: 'order-7', actions: ['order.pay'], paymentId: 'pay-7' }),
  })
  expect([journey.snapshot.status, selectTakenPath(journey.snapshot)]).toEqual([
    'done',
    '/payment/checkout/pay-7',
  ])
})

it('returns to the form on a new price, and leaves it once the order is taken or gone', () => {
  const read = (total: number) => ({
    type: 'reading.done' as const,
    value: {
      order: guestOrder({ photoCount: 2, quote: quote({ total: { amount: total, currency: 'CNY' } }) }),
      takenOrderId: null,
    },
  })
  const journey = open()
  journey.do(read(9_800), { type: 'handover.submit' }, read(9_800))
  expect(journey.snapshot.value).toBe('agreeingToTerms')
  journey.do(read(12_000))
  expect([journey.snapshot.value, journey.snapshot.context.order?.quote.total.amount]).toEqual([
    { offered: 'pristine' },
    12_000,
  ])
  journey.do(
    { type: 'handover.submit' },
    { type: 'reading.done', value: { order: null, takenOrderId: 'order-7' } },
  )
  expect([journey.snapshot.value, selectTakenPath(journey.snapshot)]).toEqual([
    'taken',
    '/order/detail/order-7',
  ])
  const ended = open()
  ended.do(read(9_800), { type: 'reading.gone' })
  expect(ended.snapshot.value).toBe('gone')
})

it('keeps a link’s photos over a reload until its order is taken over', async () => {
  const server = new FakeServer()
  const browser = new FakeBrowser()
  browser.signIn()
  const read = 'GET /prepared-orders/token-1'
  server.routes[read] = () => ({ order: guestOrder({ photoCount: 0 }), takenOrderId: null })
  const visit = (token: string) => {
    const handover = createHandover(appOn(new FakePlatform(server, browser)), token)
    handover.start()
    return handover
  }
  const stored = { version: 1, uin: account.uin, token: 'token-1', heldPhotos: [] }
  browser.items.set('handoverDraft', JSON.stringify({ ...stored, photos: ['/files/1', '/files/2'] }))
  expect(photoUrls(visit('token-2').getSnapshot().context.photos)).toEqual([])

  const handover = visit('token-1')
  await vi.waitFor(() => expect(handover.getSnapshot().value).toEqual({ offered: 'pristine' }))
  const { photoSet, photos } = handover.getSnapshot().context
  expect(photoUrls(photos)).toEqual(['/files/1', '/files/2'])
  photoSet.send({ type: 'photo.remove', id: photos[0]?.id ?? '' })
  expect(handoverStore.read(browser.tab(), { uin: account.uin, token: 'token-1' })).toEqual({
    ...stored,
    photos: ['/files/2'],
  })
  handover.stop()

  const again = visit('token-1')
  expect(photoUrls(again.getSnapshot().context.photos)).toEqual(['/files/2'])
  again.stop()
  server.routes[read] = () => ({ order: null, takenOrderId: 'order-7' })
  const taken = visit('token-1')
  await vi.waitFor(() => expect(taken.getSnapshot().value).toBe('taken'))
  expect(browser.items.has('handoverDraft')).toBe(false)
})

it('leads to the order that was taken over, or reports that the link is gone', async () => {
  const again = open()
  again.send({ type: 'reading.done', value: { order: null, takenOrderId: 'order-7' } })
  expect([again.snapshot.value, selectTakenPath(again.snapshot)]).toEqual(['taken', '/order/detail/order-7'])
  const ended = open()
  ended.send({ type: 'reading.gone' })
  expect(ended.snapshot.value).toBe('gone')
})
