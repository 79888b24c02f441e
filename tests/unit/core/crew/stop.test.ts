import type { App } from '@handsfree/core'
import {
  createStop,
  type StopActor,
  selectActProblem,
  selectIsActLegal,
  selectStopOrder,
} from '@handsfree/core/crew'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { operatorOrder } from '../../models/samples.ts'
import { FakeBrowser, type FakePlatform, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, storeCrew } from './crew-tab.ts'

const read = 'GET /operator/orders/order-1'
const arrive = 'POST /operator/orders/order-1/arrive-pickup'
const waiting = operatorOrder({ events: ['courier.arriveAtPickup', 'order.pickUp', 'exception.report'] })
const arrived = operatorOrder({ events: ['order.pickUp', 'exception.report'] })
/** Answers to acts lack persons, hours and the room password. */
const answerOf = (order: typeof waiting) => ({
  ...order,
  traveller: null,
  openingHours: null,
  roomPassword: null,
})

let server: FakeServer
let app: App
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
const choose = (act: 'courier.arriveAtPickup' | 'exception.report') => stop.send({ type: 'act.choose', act })

describe('acts', () => {
  it('sends a legal act with a key, shows its answer, and reads the order again', async () => {
    server.routes[read] = () => arrived
    choose('courier.arriveAtPickup')
    send()
    await isIn('idle')
    expect(server.of(arrive).map(({ body, token }) => [body, token])).toEqual([[{}, 'Bearer crew-token-1']])
    expect(keysOf(arrive)[0]).toMatch(/^[\da-f]{32}$/)
    expect(selectStopOrder(stop.getSnapshot())).toMatchObject({
      events: arrived.events,
      roomPassword: '2468',
    })
    await soon(() => expect(reads()).toBe(2))
  })

  it('keeps the key of an act whose answer was lost, and its proof', async () => {
    delete server.routes[arrive]
    choose('courier.arriveAtPickup')
    send()
    await isIn('outcomeUnknown')
    expect(selectActProblem(stop.getSnapshot())).toEqual({ kind: 'network' })
    await soon(() => expect(reads()).toBe(2))
    server.routes[arrive] = () => answerOf(arrived)
    send()
    await isIn('idle')
    // The client has repeated the first post before it gave up.
    expect([keysOf(arrive).length, new Set(keysOf(arrive)).size]).toEqual([3, 1])
  })

  it('forgets an act that has arrived although its answer was lost', async () => {
    server.routes[arrive] = () => {
      server.routes[read] = () => arrived
      throw new TypeError('Failed to fetch')
    }
    choose('courier.arriveAtPickup')
    send()
    await isIn('idle')
    expect(selectActProblem(stop.getSnapshot())).toBeNull()
    expect(selectStopOrder(stop.getSnapshot())).toEqual(arrived)
  })

  it('gives a repeated act a new key', async () => {
    const report = 'POST /operator/orders/order-1/report'
    server.routes[report] = () => answerOf(waiting)
    for (const reason of ['Nobody is there.', 'Still nobody is there.']) {
      choose('exception.report')
      stop.send({ type: 'proof.change', proof: { reason } })
      send()
      await isIn('idle')
    }
    expect(new Set(keysOf(report)).size).toBe(2)
  })

  it('shows a refusal next to the current order, and sends an act that became illegal no more', async () => {
    server.routes[arrive] = () => new Refusal(5005)
    server.routes[read] = () => arrived
    choose('courier.arriveAtPickup')
    send()
    await isIn('refused')
    await soon(() => expect(selectStopOrder(stop.getSnapshot())).toEqual(arrived))
    expect(selectActProblem(stop.getSnapshot())).toMatchObject({ kind: 'refused', code: 5005 })
    expect([selectIsActLegal(stop.getSnapshot()), stop.getSnapshot().can({ type: 'act.send' })]).toEqual([
      false,
      false,
    ])
    stop.send({ type: 'act.drop' })
    expect(stop.getSnapshot().value).toBe('idle')
  })

  it('hides an order that another employee has now', async () => {
    choose('courier.arriveAtPickup')
    server.routes[read] = () => new Refusal(5004)
    platform.comeBack()
    await isIn('idle')
    expect(selectStopOrder(stop.getSnapshot())).toBeNull()
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
