import type { App } from '@handsfree/core'
import { customerViews, type Order } from '@handsfree/core/contract'
import { cacheOrder, createOrderList, type OrderListActor } from '@handsfree/core/orders'
import { selectIsListCached, selectListed, selectListReading, selectReadAt } from '@handsfree/core/realtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { order } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'

const readTime = Date.parse('2026-11-23T02:00:00Z')

let server: FakeServer
let browser: FakeBrowser
let app: App
let platform: FakePlatform
let lists: OrderListActor[]

beforeEach(() => {
  server = new FakeServer()
  browser = new FakeBrowser()
  browser.signIn()
  lists = []
  answer([order({ orderId: '2' }), order({ orderId: '1' })])
  load()
})
afterEach(() => {
  for (const list of lists) list.stop()
  app.stop()
})

const answer = (list: Order[], nextCursor: string | null = null) => {
  server.routes['GET /orders/page'] = () => ({ list, nextCursor })
}
const goOffline = () => {
  delete server.routes['GET /orders/page']
}
const load = () => {
  app?.stop()
  platform = new FakePlatform(server, browser)
  app = appOn(platform)
  app.start()
}
const open = (view: keyof typeof customerViews = 'all') => {
  const list = createOrderList(app, customerViews[view])
  lists.push(list)
  list.start()
  return list
}
const idsOf = (list: OrderListActor) => selectListed(list)(list.getSnapshot()).map(({ orderId }) => orderId)
const isReading = (list: OrderListActor, state: string) =>
  vi.waitFor(() => expect(selectListReading(list.getSnapshot())?.getSnapshot().value).toBe(state), {
    timeout: 5_000,
  })

it('shows a view’s stored orders and their read time after an offline reload', async () => {
  await isReading(open(), 'fresh')
  load()
  goOffline()
  const list = open()
  expect([idsOf(list), selectIsListCached(list.getSnapshot())]).toEqual([['2', '1'], true])
  await isReading(list, 'stale')
  expect([idsOf(list), selectReadAt(list.getSnapshot())]).toEqual([['2', '1'], readTime])
})

it('ignores a stored list of another view or language', async () => {
  await isReading(open(), 'fresh')
  expect(idsOf(open('ongoing'))).toEqual([])
  app.language.send({ type: 'language.switch', locale: 'zh-CN' })
  await vi.waitFor(() => expect(browser.items.get('language')).toBe('zh-CN'))
  load()
  goOffline()
  expect(idsOf(open())).toEqual([])
})

it('shows a stored list in another language if the device is offline', async () => {
  await isReading(open(), 'fresh')
  browser.items.set('language', 'zh-CN')
  load()
  expect(idsOf(open())).toEqual([])
  platform.isOnline = () => false
  expect(idsOf(open())).toEqual(['2', '1'])
})

it('does not store a list of more than 40 orders', async () => {
  answer(Array.from({ length: 41 }, (_, index) => order({ orderId: String(index) })))
  const list = open()
  await isReading(list, 'fresh')
  expect([idsOf(list).length, browser.items.has('keptLists')]).toEqual([41, false])
})

it('stores no list after sign-out, not even from a late answer', async () => {
  server.routes['POST /users/sign-out'] = () => ({})
  const list = open()
  await isReading(list, 'fresh')
  expect(browser.items.has('keptLists')).toBe(true)
  app.auth.send({ type: 'auth.signOut' })
  await vi.waitFor(() => expect(app.auth.getSnapshot().matches('signedOut')).toBe(true))
  expect(browser.items.has('keptLists')).toBe(false)
  list.send({ type: 'pages.refresh' })
  await isReading(list, 'fresh')
  expect(browser.items.has('keptLists')).toBe(false)
})

it('shows opened orders if no list is stored, and the latest version of each', async () => {
  const { storage } = app.platform
  const reader = { uin: 'uin-1', locale: 'en-US' } as const
  const opened = (orderId: string, loadedAt: number, changed: Partial<Order> = {}) =>
    cacheOrder(storage, reader, { order: order({ orderId, ...changed }), trace: [], loadedAt })
  const over = { ...order().lifecycle, closing: 'cancelled' } as const
  opened('early', readTime - 9, { createTime: '2026-11-20T00:00:00Z' })
  opened('late', readTime - 5, { createTime: '2026-11-21T00:00:00Z', lifecycle: over })
  goOffline()
  expect([idsOf(open()), idsOf(open('ongoing')), idsOf(open('complete'))]).toEqual([
    ['late', 'early'],
    ['early'],
    [],
  ])
  expect(selectReadAt(open().getSnapshot())).toBe(readTime - 9)

  answer([order({ orderId: '1' })])
  await isReading(open('ongoing'), 'fresh')
  load()
  goOffline()
  expect(idsOf(open('ongoing'))).toEqual(['1'])
  opened('1', readTime + 1, { lifecycle: over })
  expect(idsOf(open('ongoing'))).toEqual([])
})
