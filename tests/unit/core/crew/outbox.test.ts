import type { CrewApp } from '@handsfree/core'
import { noProof, type QueuedAct, selectForeignActs, selectQueuedActs } from '@handsfree/core/crew'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { operatorOrder, queuedAct } from '../../models/samples.ts'
import { FakeBrowser, type FakePlatform, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, storeCrew } from './crew-tab.ts'

const report = 'POST /operator/orders/order-1/report'
const arrive = 'POST /operator/orders/order-2/arrive-pickup'

/** 32 hex digits. */
const keyOf = (number: number) => number.toString(16).padStart(32, '0')
const reported = (number: number, changed: Partial<QueuedAct> = {}) =>
  queuedAct({
    key: keyOf(number),
    act: 'exception.report',
    proof: { ...noProof, reason: `Report ${number}` },
    happenedAt: new Date(Date.UTC(2026, 10, 23, 2) + number).toISOString(),
    ...changed,
  })

let server: FakeServer
let browser: FakeBrowser
let app: CrewApp
let platform: FakePlatform

const open = () => {
  const tab = openCrewTab(server, browser)
  app = tab.app
  platform = tab.platform
}
const add = (act: QueuedAct) => app.outbox.send({ type: 'act.add', act })
const acts = () => selectQueuedActs(app.outbox.getSnapshot())
const isEmpty = () => soon(() => expect(acts()).toEqual([]))

beforeEach(() => {
  server = crewServer()
  server.routes[report] = () => operatorOrder()
  server.routes[arrive] = () => operatorOrder({ orderId: 'order-2' })
  browser = new FakeBrowser()
  storeCrew(browser)
  open()
})
afterEach(() => {
  vi.useRealTimers()
  app.stop()
})

/** Small and repeatable (mulberry32). */
function newRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

it.each([1, 2, 3])(
  'delivers each act once and in order over lost requests, lost answers and reloads, seed %i',
  async (seed) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const random = newRandom(seed)
    const arrived: string[] = []
    server.routes[report] = ({ headers }) => {
      const isLost = random()
      if (isLost < 0.2) throw new TypeError('Failed to fetch')
      const key = headers.get('idempotency-key') ?? ''
      if (!arrived.includes(key)) arrived.push(key)
      if (isLost < 0.4) throw new TypeError('Failed to fetch')
      return operatorOrder()
    }
    const total = 150
    for (let number = 0; number < total; number += 1) {
      add(reported(number))
      if (random() < 0.3) await vi.advanceTimersByTimeAsync(30_000)
      if (random() < 0.1) {
        app.stop()
        open()
      }
    }
    await vi.advanceTimersByTimeAsync(4 * 3_600_000)
    expect(acts()).toEqual([])
    expect(arrived).toEqual(Array.from({ length: total }, (_, number) => keyOf(number)))
  },
)

it('sends the time of the tap, and without it once the server refuses it', async () => {
  server.routes[report] = ({ headers }) =>
    headers.has('happened-at') ? new Refusal(1008, { field: 'happenedAt' }) : operatorOrder()
  add(reported(1))
  await isEmpty()
  const times = server.of(report).map(({ headers }) => headers.get('happened-at'))
  expect(times).toEqual([reported(1).happenedAt, null])
})

describe('a refused act', () => {
  beforeEach(async () => {
    server.routes[report] = () => new Refusal(5005)
    add(reported(1))
    add(reported(2))
    add(queuedAct({ key: keyOf(3), orderId: 'order-2' }))
    await soon(() => expect(server.of(arrive)).toHaveLength(1))
  })

  it('holds back the later acts on its order only, also over a reload', async () => {
    app.stop()
    open()
    expect(acts().map(({ key, refusal }) => [key, refusal?.code])).toEqual([
      [keyOf(1), 5005],
      [keyOf(2), -1],
    ])
    expect(server.of(report)).toHaveLength(1)
  })

  it('leaves again with those that it held back', async () => {
    server.routes[report] = () => operatorOrder()
    app.outbox.send({ type: 'act.retry', key: keyOf(1) })
    await isEmpty()
    const keys = server.of(report).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([1, 1, 2].map(keyOf))
  })
})

it('keeps the acts of a colleague until they sign in', async () => {
  const foreign = reported(1, { employeeId: 'courier-2', employeeName: 'Lin Yue' })
  app.stop()
  browser.items.set('crew:outbox', JSON.stringify({ version: 1, acts: [foreign] }))
  open()
  add(reported(2))
  await isEmpty()
  expect(selectForeignActs(app.outbox.getSnapshot())).toEqual([['Lin Yue', 1]])
  app.auth.send({ type: 'auth.signOut' })
  await soon(() => expect(app.auth.getSnapshot().context.account).toBeNull())
  expect(JSON.parse(browser.items.get('crew:outbox') ?? '').acts).toEqual([foreign])
  expect(server.of(report)).toHaveLength(1)
})

it('uploads held photos once, and deletes them when the act has arrived', async () => {
  const uploads: string[] = []
  // The app has a copy of the platform.
  app.platform.upload = async ({ url }) => {
    uploads.push(url)
    const file = { url: `/files/${uploads.length}`, width: 10, height: 10 }
    return JSON.stringify({ code: 0, message: 'ok', result: file })
  }
  const image = { source: null, bytes: 1, preview: '' }
  browser.images.set('first', image).set('second', image)
  let tries = 0
  server.routes['POST /operator/orders/order-1/change'] = () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
    return operatorOrder()
  }
  add(
    reported(1, {
      act: 'order.change',
      proof: { ...noProof, pieces: 3 },
      photos: [{ urls: ['/files/0'], held: ['first', 'second'] }],
    }),
  )
  await isEmpty()
  expect(uploads).toEqual(Array(2).fill('/api/operator/orders/order-1/photos'))
  expect(server.of('POST /operator/orders/order-1/change').at(-1)?.body).toEqual({
    pieces: 3,
    photos: ['/files/0', '/files/1', '/files/2'],
  })
  await soon(() => expect([...browser.images.keys()]).toEqual([]))
})

it('uploads no photo again when a later one fails', async () => {
  let uploads = 0
  const upload = async () => {
    uploads += 1
    if (uploads === 2) throw new TypeError('Failed to fetch')
    const file = { url: `/files/${uploads}`, width: 10, height: 10 }
    return JSON.stringify({ code: 0, message: 'ok', result: file })
  }
  app.platform.upload = upload
  const image = { source: null, bytes: 1, preview: '' }
  browser.images.set('first', image).set('second', image)
  server.routes['POST /operator/orders/order-1/change'] = () => operatorOrder()
  const proof = { ...noProof, pieces: 3 }
  add(reported(1, { act: 'order.change', proof, photos: [{ urls: [], held: ['first', 'second'] }] }))
  await soon(() => expect(acts()[0]?.photos).toEqual([{ urls: ['/files/1'], held: ['second'] }]))
  app.stop()
  open()
  app.platform.upload = upload
  await isEmpty()
  expect(server.of('POST /operator/orders/order-1/change').at(-1)?.body).toEqual({
    pieces: 3,
    photos: ['/files/1', '/files/3'],
  })
})

it('holds back an act whose photo the device has lost', async () => {
  const proof = { ...noProof, pieces: 3 }
  add(reported(1, { act: 'order.change', proof, photos: [{ urls: [], held: ['lost'] }] }))
  await soon(() => expect(acts()[0]?.refusal).toEqual({ code: -2, message: 'unexpected', details: null }))
  expect(server.of('POST /operator/orders/order-1/change')).toEqual([])
})

it('keeps a photo that another tab’s act lists', async () => {
  const other = openCrewTab(server, browser)
  delete server.routes[report]
  browser.images.set('first', { source: null, bytes: 1, preview: '' })
  add(reported(1, { photos: [{ urls: [], held: ['first'] }] }))
  other.app.auth.send({ type: 'auth.signOut' })
  await soon(() => expect(other.app.auth.getSnapshot().context.account).toBeNull())
  expect([...browser.images.keys()]).toEqual(['first'])
  other.app.stop()
})

it('adopts the acts of another tab, and sends none twice at once', async () => {
  const other = openCrewTab(server, browser)
  add(reported(1))
  platform.storage.deliver()
  other.platform.storage.deliver()
  await isEmpty()
  await soon(() => {
    other.platform.storage.deliver()
    expect(selectQueuedActs(other.app.outbox.getSnapshot())).toEqual([])
  })
  const keys = server.of(report).map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys)).toEqual(new Set([keyOf(1)]))
  other.app.stop()
})
