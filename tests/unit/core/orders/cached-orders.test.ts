import type { App } from '@handsfree/core'
import type { Order } from '@handsfree/core/contract'
import {
  cacheOrder,
  createOrderDetail,
  type OrderDetailActor,
  readCachedOrder,
  selectIsCatchingUp,
  selectIsNotFound,
  selectIsStale,
  selectOrder,
  selectReading,
} from '@handsfree/core/orders'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { order } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'

const reader = { uin: 'uin-1', locale: 'en-US' } as const
const readTime = Date.parse('2026-11-23T02:00:00Z')
const onItsWay = (changed: Partial<Order> = {}) => order({ status: 'in_transit', ...changed })
const over = { ...order().lifecycle, closing: 'closed' } as const

describe('the page of an order on its way', () => {
  let server: FakeServer
  let browser: FakeBrowser
  let app: App
  let platform: FakePlatform
  let pages: OrderDetailActor[]

  beforeEach(() => {
    server = new FakeServer()
    browser = new FakeBrowser()
    browser.signIn()
    pages = []
    answer(onItsWay())
    load()
  })
  afterEach(() => {
    for (const page of pages) page.stop()
    app.stop()
  })

  const answer = (result: unknown) => {
    server.routes['GET /orders/order-1'] = () => result
    server.routes['GET /orders/order-1/trace'] = () => (result instanceof Refusal ? result : [])
  }
  const goOffline = () => {
    delete server.routes['GET /orders/order-1']
  }
  const load = () => {
    app?.stop()
    platform = new FakePlatform(server, browser)
    app = appOn(platform)
    app.start()
  }
  const open = () => {
    const page = createOrderDetail(app, 'order-1')
    pages.push(page)
    page.start()
    return page
  }
  const isFresh = (page: OrderDetailActor) =>
    vi.waitFor(() => expect(selectReading(page.getSnapshot())?.getSnapshot().matches('fresh')).toBe(true))

  it('shows a stored order and its read time after an offline reload', async () => {
    await isFresh(open())
    load()
    goOffline()
    const page = open()
    expect([selectOrder(page.getSnapshot()), selectIsCatchingUp(page.getSnapshot())]).toEqual([
      onItsWay(),
      true,
    ])
    await vi.waitFor(() => expect(selectIsStale(page.getSnapshot())).toBe(true), { timeout: 5_000 })
    expect([selectOrder(page.getSnapshot()), page.getSnapshot().context.loadedAt]).toEqual([
      onItsWay(),
      readTime,
    ])
  })

  it('stores a completed order, and deletes it once it is not found', async () => {
    answer(order({ status: 'completed', lifecycle: over }))
    await isFresh(open())
    expect(readCachedOrder(platform.storage, reader, 'order-1')?.order.status).toBe('completed')
    answer(new Refusal(5004))
    const page = open()
    await vi.waitFor(() => expect(selectIsNotFound(page.getSnapshot())).toBe(true))
    expect(browser.items.has('keptOrders')).toBe(false)
  })

  it('shows a stored order in another language if the device is offline', async () => {
    await isFresh(open())
    browser.items.set('language', 'zh-CN')
    load()
    goOffline()
    expect(selectOrder(open().getSnapshot())).toBe(null)
    platform.isOnline = () => false
    expect(selectOrder(open().getSnapshot())).toEqual(onItsWay())
  })

  it('stores no order after sign-out, not even from a late answer', async () => {
    server.routes['POST /users/sign-out'] = () => ({})
    const page = open()
    await isFresh(page)
    app.auth.send({ type: 'auth.signOut' })
    await vi.waitFor(() => expect(app.auth.getSnapshot().matches('signedOut')).toBe(true))
    expect(browser.items.has('keptOrders')).toBe(false)
    selectReading(page.getSnapshot())?.send({ type: 'reading.hint' })
    await isFresh(page)
    expect(browser.items.has('keptOrders')).toBe(false)
  })
})

describe('stored orders', () => {
  const open = () => {
    const browser = new FakeBrowser()
    return { storage: browser.tab(), items: browser.items }
  }
  const keep = (storage: ReturnType<typeof open>['storage'], orderId: string, loadedAt = readTime) =>
    cacheOrder(storage, reader, { order: onItsWay({ orderId }), trace: [], loadedAt })

  it('stores up to 100 orders, each in its latest version', () => {
    const { storage } = open()
    keep(storage, 'first')
    keep(storage, 'second')
    for (let count = 0; count < 98; count++) keep(storage, `later-${count}`)
    keep(storage, 'first', readTime + 1)
    keep(storage, 'last')
    expect(['first', 'second', 'last'].map((id) => readCachedOrder(storage, reader, id)?.loadedAt)).toEqual([
      readTime + 1,
      undefined,
      readTime,
    ])
  })

  it('returns the other stored orders when one is malformed', () => {
    const { storage, items } = open()
    keep(storage, '1')
    keep(storage, '2')
    items.set('keptOrders', (items.get('keptOrders') ?? '').replace('"pieces":', '"bags":'))
    expect(['1', '2'].map((id) => readCachedOrder(storage, reader, id)?.order.orderId)).toEqual([
      '1',
      undefined,
    ])
  })

  it('returns no orders of another traveller or language', () => {
    const { storage } = open()
    keep(storage, '1')
    expect(readCachedOrder(storage, { ...reader, uin: 'uin-2' }, '1')).toBe(null)
    expect(readCachedOrder(storage, { ...reader, locale: 'zh-CN' }, '1')).toBe(null)
  })

  it.each(['', 'null', '{"version":1}', '{"version":2,"uin":"uin-1","orders":[]}', '{"version":1,'])(
    'ignores stored orders that are malformed or of another version: %s',
    (text) => {
      const { storage, items } = open()
      items.set('keptOrders', text)
      expect(readCachedOrder(storage, reader, '1')).toBe(null)
      keep(storage, '1')
      expect(readCachedOrder(storage, reader, '1')?.order.orderId).toBe('1')
    },
  )
})
