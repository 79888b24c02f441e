import type { CrewApp } from '@handsfree/core'
import type { OperatorOrder } from '@handsfree/core/contract'
import {
  type ActName,
  createOpenOrders,
  createStop,
  noProof,
  type StopActor,
  selectAct,
  selectActProblem,
  selectBagPhotos,
  selectProof,
  selectQueuedActs,
  selectSentActs,
  selectStopOrder,
  selectStopReading,
} from '@handsfree/core/crew'
import { initialLifecycle } from '@handsfree/core/orders'
import { selectPhotoPreview, selectPhotos } from '@handsfree/core/photos'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { operatorOrder } from '../../models/samples.ts'
import { FakeBrowser, type FakePlatform, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, storeCrew } from './crew-tab.ts'

const read = 'GET /operator/orders/order-1'
const arrive = 'POST /operator/orders/order-1/arrive-pickup'
const lifecycle: OperatorOrder['lifecycle'] = {
  ...initialLifecycle,
  review: 'pass',
  payment: 'paid',
  assignment: 'accepted',
  pickup: 'waitPickup',
}
const waiting = operatorOrder({
  lifecycle,
  events: ['courier.arriveAtPickup', 'order.pickUp', 'exception.report'],
})
const arrived = operatorOrder({ lifecycle, events: ['order.pickUp', 'exception.report'] })
const hand = 'POST /operator/orders/order-1/hand'
const report = 'POST /operator/orders/order-1/report'
const waitingForRecipient = operatorOrder({
  lifecycle: { ...waiting.lifecycle, pickup: 'pickuped', transport: 'completed' },
  events: ['order.hand'],
})
/** Answers to acts lack persons, hours and the room password. */
const answerOf = (order: typeof waiting) => ({
  ...order,
  traveller: null,
  openingHours: null,
  roomPassword: null,
})

let server: FakeServer
let app: CrewApp
let platform: FakePlatform
let stop: StopActor
let unread: number

beforeEach(async () => {
  unread = 2
  server = crewServer()
  server.routes['GET /operator/notification/unread'] = () => unread
  server.routes[read] = () => waiting
  server.routes[arrive] = () => answerOf(arrived)
  const browser = new FakeBrowser()
  storeCrew(browser)
  const tab = openCrewTab(server, browser)
  app = tab.app
  platform = tab.platform
  stop = createStop(app, 'order-1')
  stop.start()
  await soon(() => expect(selectStopOrder(stop.getSnapshot())).toEqual(waiting))
})
afterEach(() => {
  vi.useRealTimers()
  stop.stop()
  app.stop()
})

const reads = () => server.of(read).length
const keysOf = (route: string) => server.of(route).map(({ headers }) => headers.get('idempotency-key'))
const isIn = (state: string) => soon(() => expect(stop.getSnapshot().value).toBe(state))
const send = () => stop.send({ type: 'act.send' })
const choose = (act: ActName) => stop.send({ type: 'act.choose', act })

describe('acts', () => {
  it('queues a legal act, shows the order after it, and sends it once it can’t be undone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.routes[read] = () => arrived
    choose('courier.arriveAtPickup')
    send()
    await isIn('idle')
    expect(selectStopOrder(stop.getSnapshot())?.courierArrivedTime).not.toBeNull()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(server.of(arrive)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.of(arrive).map(({ body, token }) => [body, token])).toEqual([[{}, 'Bearer crew-token-1']])
    expect(keysOf(arrive)[0]).toMatch(/^[\da-f]{32}$/)
    await vi.waitFor(() => expect(reads()).toBe(2))
    expect(selectStopOrder(stop.getSnapshot())).toEqual(arrived)
  })

  it('waits for the server’s check of a hand-over', async () => {
    server.routes[read] = () => waitingForRecipient
    server.routes[hand] = () => new Refusal(1012)
    platform.comeBack()
    await soon(() => expect(selectStopOrder(stop.getSnapshot())).toEqual(waitingForRecipient))
    choose('order.hand')
    const handOver = { ...noProof.handOver, claimCode: 'A1B2' }
    stop.send({ type: 'proof.change', proof: { handOver } })
    send()
    await isIn('refused')
    expect(selectActProblem(stop.getSnapshot())).toMatchObject({ kind: 'refused', code: 1012 })
    expect(selectQueuedActs(app.outbox.getSnapshot())).toEqual([])
    server.routes[hand] = () => answerOf(arrived)
    send()
    await isIn('idle')
    expect(new Set(keysOf(hand)).size).toBe(2)
  })

  it('queues a hand-over if the server doesn’t answer', async () => {
    server.routes[read] = () => waitingForRecipient
    platform.comeBack()
    await soon(() => expect(selectStopOrder(stop.getSnapshot())).toEqual(waitingForRecipient))
    choose('order.hand')
    stop.send({ type: 'proof.change', proof: { handOver: { ...noProof.handOver, claimCode: 'A1B2' } } })
    send()
    await isIn('idle')
    expect(selectQueuedActs(app.outbox.getSnapshot()).map(({ act }) => act)).toEqual(['order.hand'])
    expect(selectStopOrder(stop.getSnapshot())?.lifecycle.warehouse).toBe('handed')
  })

  it('keeps an order open after a queued hand-over of some of its bags', async () => {
    const bags = ['HF1001', 'HF1002'].map((tagCode) => ({
      tagCode,
      sealNumber: 'S1',
      photos: [],
      isHanded: false,
      shelf: null,
    }))
    const open = { ...waitingForRecipient, bags }
    server.routes[read] = () => open
    platform.comeBack()
    await soon(() => expect(selectStopOrder(stop.getSnapshot())).toEqual(open))
    choose('order.hand')
    const handOver = { ...noProof.handOver, claimCode: 'A1B2', isPartial: true }
    const report = { kind: 'bagsMissing' as const, bags: [] }
    stop.send({ type: 'proof.change', proof: { handOver, scannedTags: ['HF1002'], report } })
    send()
    await isIn('idle')
    const order = selectStopOrder(stop.getSnapshot())
    expect(order?.lifecycle).toMatchObject({ warehouse: 'none', exception: 'reported' })
    expect(order?.bags.map(({ isHanded }) => isHanded)).toEqual([false, true])
    expect(order?.events).toContain('order.hand')
  })

  it('gives a repeated act a new key', async () => {
    server.routes[report] = () => answerOf(waiting)
    for (const reason of ['Nobody is there.', 'Still nobody is there.']) {
      choose('exception.report')
      stop.send({ type: 'proof.change', proof: { reason, report: { kind: 'other', bags: [] } } })
      send()
      await isIn('idle')
      app.outbox.send({ type: 'outbox.send' })
      await soon(() => expect(selectQueuedActs(app.outbox.getSnapshot())).toEqual([]))
    }
    expect(new Set(keysOf(report)).size).toBe(2)
  })

  it('hides an order that another employee has now', async () => {
    choose('courier.arriveAtPickup')
    server.routes[read] = () => new Refusal(5004)
    platform.comeBack()
    await isIn('idle')
    expect(selectStopOrder(stop.getSnapshot())).toBeNull()
  })

  it('restores the entries of an act after a reload, until it is dropped', async () => {
    choose('exception.report')
    stop.send({ type: 'proof.change', proof: { reason: 'Nobody is there.' } })
    stop.stop()
    stop = createStop(app, 'order-1')
    stop.start()
    expect(selectProof(stop.getSnapshot())?.reason).toBe('Nobody is there.')
    stop.send({ type: 'act.drop' })
    stop.stop()
    stop = createStop(app, 'order-1')
    stop.start()
    expect(selectProof(stop.getSnapshot())).toBeNull()
  })

  it('shows an uploaded photo after a reload, with a URL that employees may ask for', async () => {
    const [url, renewed] = ['/files/7?signature=old', '/files/7?signature=new']
    server.routes['GET /operator/photos/signed'] = () => ({ url: renewed, width: 4, height: 3 })
    const image = { source: null, bytes: 1, preview: '' }
    app.platform.prepareImage = async () => ({ ok: true, value: image })
    app.platform.upload = async () =>
      JSON.stringify({ code: 0, message: 'ok', result: { url, width: 4, height: 3 } })
    const photo = () => selectPhotos(selectBagPhotos(stop.getSnapshot(), 0)!.getSnapshot())[0]?.getSnapshot()
    choose('order.pickUp')
    selectBagPhotos(stop.getSnapshot(), 0)?.send({ type: 'photo.add', sources: ['picture'] })
    await soon(() =>
      expect([stop.getSnapshot().value, photo()?.value]).toMatchObject(['proving', { uploaded: 'shown' }]),
    )
    stop.stop()
    stop = createStop(app, 'order-1')
    stop.start()
    await soon(() => expect(selectPhotoPreview(photo()!)).toBe(renewed))
  })

  it('returns the entries of an undone act', async () => {
    choose('exception.report')
    stop.send({
      type: 'proof.change',
      proof: { reason: 'Nobody is there.', report: { kind: 'other', bags: [] } },
    })
    send()
    await isIn('idle')
    const [act] = selectQueuedActs(app.outbox.getSnapshot())
    if (!act) throw new Error('no act')
    app.outbox.send({ type: 'act.undo', key: act.key })
    expect([stop.getSnapshot().value, selectProof(stop.getSnapshot())?.reason]).toEqual([
      'proving',
      'Nobody is there.',
    ])
    expect(server.of(report)).toEqual([])
  })
})

describe('entries of two acts', () => {
  it('keeps those of an undone act until the open form is left', async () => {
    choose('exception.report')
    const report = { kind: 'other' as const, bags: [] }
    stop.send({ type: 'proof.change', proof: { reason: 'Nobody is there.', report } })
    send()
    await isIn('idle')
    const [act] = selectQueuedActs(app.outbox.getSnapshot())
    choose('order.pickUp')
    app.outbox.send({ type: 'act.undo', key: act?.key ?? '' })
    expect(selectAct(stop.getSnapshot())).toBe('order.pickUp')
    stop.send({ type: 'proof.change', proof: { shelf: 'changed' } })
    stop.send({ type: 'act.drop' })
    expect([selectAct(stop.getSnapshot()), selectProof(stop.getSnapshot())?.reason]).toEqual([
      'exception.report',
      'Nobody is there.',
    ])
    stop.send({ type: 'act.drop' })
    expect(selectAct(stop.getSnapshot())).toBeNull()
  })
})

describe('without a network', () => {
  it('opens a stored order', async () => {
    stop.stop()
    delete server.routes[read]
    stop = createStop(app, 'order-1')
    stop.start()
    expect(selectStopOrder(stop.getSnapshot())).toEqual(waiting)
    await soon(() => expect(selectStopReading(stop.getSnapshot())?.getSnapshot().value).toBe('stale'))
    expect(selectStopOrder(stop.getSnapshot())).toEqual(waiting)
  })

  it('moves a bag to another shelf and writes a note, in this order once there is a network', async () => {
    const shelf = 'POST /operator/orders/order-1/shelf'
    const notes = 'POST /operator/orders/order-1/notes'
    const bags = [{ tagCode: 'HF1001', sealNumber: 'S1', photos: [], isHanded: false, shelf: 'A1' }]
    const stored = { ...waitingForRecipient, bags }
    stored.lifecycle = { ...stored.lifecycle, warehouse: 'completed' }
    server.routes[read] = () => stored
    platform.comeBack()
    await soon(() => expect(selectStopOrder(stop.getSnapshot())).toEqual(stored))
    choose('shelf.change')
    platform.goOnline(false)
    stop.send({ type: 'proof.change', proof: { shelf: 'B2' } })
    send()
    await isIn('idle')
    choose('note.write')
    stop.send({ type: 'proof.change', proof: { words: 'The guest comes at nine' } })
    send()
    await isIn('idle')
    expect(selectStopOrder(stop.getSnapshot())?.bags[0]?.shelf).toBe('B2')
    expect(selectQueuedActs(app.outbox.getSnapshot()).map(({ act }) => act)).toEqual([
      'shelf.change',
      'note.write',
    ])

    server.routes[shelf] = () => answerOf(stored)
    server.routes[notes] = () => ({
      noteId: 'note-1',
      author: { name: 'Chen', role: 'courier' },
      words: 'The guest comes at nine',
      time: '2026-11-21T02:00:00.000Z',
      readTime: null,
    })
    expect(server.of(shelf)).toEqual([])
    platform.goOnline(true)
    app.outbox.send({ type: 'outbox.send' })
    await soon(() => expect(selectQueuedActs(app.outbox.getSnapshot())).toEqual([]))
    expect(server.of(shelf).at(-1)?.body).toEqual({ tagCodes: ['HF1001'], shelf: 'B2' })
    expect(server.of(notes).at(-1)?.headers.get('happened-at')).toMatch(/^\d{4}-/)
    expect(selectSentActs(app.outbox.getSnapshot()).map(({ act, order }) => [act, order !== null])).toEqual([
      ['shelf.change', true],
      ['note.write', false],
    ])
  })
})

describe('logged readings', () => {
  const hint = () => platform.lines[0]?.listener.onMessage('TOPIC-EMP-courier-1', '{"code":0}')
  const counts = () => server.of('GET /operator/notification/unread').length
  const goLive = async () => {
    await soon(() => expect(platform.lines).toHaveLength(1))
    const before = counts()
    platform.lines[0]?.listener.onOpen()
    await soon(() => expect(counts()).toBeGreaterThan(before))
    await soon(() => expect(app.notification.getSnapshot().value).toBe('counted'))
  }

  it('causes none when the line opens or an hour passes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await goLive()
    const before = counts()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([counts() > before + 50, reads()]).toEqual([true, 1])
  })

  it('reads again once for a notification', async () => {
    await goLive()
    unread = 3
    hint()
    await soon(() => expect(app.notification.getSnapshot().context.unread).toBe(3))
    await soon(() => expect(reads()).toBe(2))
    await new Promise((done) => setTimeout(done, 20))
    expect(reads()).toBe(2)
  })

  it('reads again for a notification whose message was lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await goLive()
    unread = 3
    await vi.advanceTimersByTimeAsync(121_000)
    expect(reads()).toBe(2)
  })

  it('reads again when the employee returns, and when the device is online again', async () => {
    platform.comeBack()
    await soon(() => expect(reads()).toBe(2))
    await isIn('idle')
    platform.goOnline(true)
    await soon(() => expect(reads()).toBe(3))
  })
})

describe('an order of a list', () => {
  it('sends its answer without a logged read, and reads the list again', async () => {
    const asked = operatorOrder({ events: ['decision.allow', 'decision.reject'] })
    let orders = [asked]
    server.routes['GET /operator/orders'] = () => ({ list: orders, nextCursor: null })
    server.routes['POST /operator/orders/order-1/decision'] = () => {
      orders = []
      return answerOf(operatorOrder({ events: [] }))
    }
    stop.stop()
    const list = createOpenOrders(app)
    list.start()
    const ask = createStop(app, 'order-1', list)
    ask.start()
    await soon(() => expect(selectStopOrder(ask.getSnapshot())).toEqual(asked))
    ask.send({ type: 'act.choose', act: 'decision.allow' })
    ask.send({ type: 'act.send' })
    await soon(() => expect(ask.getSnapshot().value).toBe('idle'))
    app.outbox.send({ type: 'outbox.send' })
    await soon(() => expect(selectStopOrder(ask.getSnapshot())).toBeNull())
    expect(server.of('POST /operator/orders/order-1/decision').map(({ body }) => body)).toEqual([
      { result: 'allow' },
    ])
    expect(reads()).toBe(1)
    ask.stop()
    list.stop()
  })
})
