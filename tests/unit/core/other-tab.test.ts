import type { App } from '@handsfree/core'
import { createSaved } from '@handsfree/core/account'
import { removePlacedDraft, writeOrderPreview } from '@handsfree/core/booking'
import { customerViews } from '@handsfree/core/contract'
import { createNotificationList } from '@handsfree/core/notifications'
import { createOrderDetail, createOrderList } from '@handsfree/core/orders'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { profileStore } from '../../../core/account/create-profile.ts'
import { markPlaced } from '../../../core/booking/preview.ts'
import { feedbackStore } from '../../../core/claims/create-feedback.ts'
import { claimStore } from '../../../core/claims/stored-claim.ts'
import { handoverStore } from '../../../core/orders/create-handover.ts'
import { writeStoredChange } from '../../../core/orders/create-order-change.ts'
import { returnStore } from '../../../core/orders/create-order-return.ts'
import { invoiceStore } from '../../../core/receipts/create-invoice.ts'
import { completeDraft, preview } from '../models/placement.model.ts'
import { order } from '../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal, soon } from './fake-platform.ts'

let server: FakeServer
let browser: FakeBrowser
let stops: (() => void)[]

beforeEach(() => {
  server = new FakeServer()
  browser = new FakeBrowser()
  browser.signIn()
  server.routes['GET /orders/order-1'] = () => order({ orderId: 'order-1' })
  server.routes['GET /orders/order-1/trace'] = () => []
  server.routes['GET /orders/page'] = () => ({ list: [order()], nextCursor: null })
  server.routes['GET /notification/page'] = () => ({
    list: [],
    paging: { page: 1, pageSize: 20, total: 0 },
  })
  server.routes['GET /account/saved'] = () => []
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
})

const openTab = () => {
  const platform = new FakePlatform(server, browser)
  const app = appOn(platform)
  app.start()
  stops.push(() => app.stop())
  return { app, platform }
}

type Page = { start(): unknown; stop(): unknown }
const open = (page: Page) => {
  page.start()
  stops.push(() => void page.stop())
}

/** Each stored key, its call, and the page that fetches it. */
const pages: [key: string, route: string, (app: App) => Page][] = [
  ['keptOrders', 'GET /orders/order-1', (app) => createOrderDetail(app, 'order-1')],
  ['keptLists', 'GET /orders/page', (app) => createOrderList(app, customerViews.all)],
  ['keptNotifications', 'GET /notification/page', (app) => createNotificationList(app, null)],
  ['keptSaved', 'GET /account/saved', (app) => createSaved(app)],
]

it.each(pages)(
  'stores no %s from an answer that arrives after another tab has signed out',
  async (key, route, create) => {
    const [{ app }, other] = [openTab(), openTab()]
    const handler = server.routes[route]!
    open(create(app))
    await soon(() => expect(browser.items.has(key)).toBe(true))
    browser.items.delete(key)

    let answer = () => {}
    server.routes[route] = (sent) =>
      new Promise((resolve) => {
        answer = () => resolve(handler(sent))
      })
    const asked = server.of(route).length
    const page = create(app)
    let changes = 0
    ;(page as ReturnType<typeof createSaved>).subscribe(() => changes++)
    open(page)
    await soon(() => expect(server.of(route)).toHaveLength(asked + 1))
    const before = changes
    other.app.auth.send({ type: 'auth.signOut' })
    answer()
    await soon(() => expect(changes).toBeGreaterThan(before))
    expect(app.auth.getSnapshot().context.account).not.toBeNull()
    expect(browser.items.has(key)).toBe(false)
  },
)

const receiver = { ...completeDraft.receiver, who: 'other', name: 'Ann' } as const
const owner = { uin: 'uin-1', orderId: 'order-1' }

const writers: [key: string, (app: App) => void][] = [
  [
    'recentRecipientName',
    ({ platform: { storage } }) =>
      removePlacedDraft(storage, preview({ draft: { ...completeDraft, receiver } })),
  ],
  ['placedDrafts', ({ platform: { storage } }) => markPlaced(storage, 'draft-2')],
  ['orderPreview', ({ platform: { storage } }) => writeOrderPreview(storage, preview())],
  [
    'feedbackDraft',
    ({ platform: { storage } }) =>
      feedbackStore.write(storage, {
        version: 1,
        uin: 'uin-1',
        draft: { type: 0, text: 'x' },
        photos: [],
        heldPhotos: [],
        submission: null,
      }),
  ],
  [
    'claimDraft',
    ({ platform: { storage } }) =>
      claimStore.write(storage, {
        version: 1,
        ...owner,
        draft: { kind: null, words: 'x', amount: 1 },
        photos: [],
        heldPhotos: [],
        submission: null,
      }),
  ],
  [
    'handoverDraft',
    ({ platform: { storage } }) =>
      handoverStore.write(storage, {
        version: 1,
        uin: 'uin-1',
        token: 'token-1',
        photos: [],
        heldPhotos: [],
      }),
  ],
  [
    'changeDraft',
    ({ platform: { storage } }) =>
      writeStoredChange(storage, owner, {
        about: '',
        draft: preview().draft,
        leftReceiver: null,
        openParts: [],
      }),
  ],
  [
    'returnDraft',
    ({ platform: { storage } }) =>
      returnStore.write(storage, {
        version: 1,
        ...owner,
        draft: { kind: 'back', place: null, about: null },
      }),
  ],
  [
    'invoiceDraft',
    ({ platform: { storage } }) =>
      invoiceStore.write(storage, {
        version: 1,
        ...owner,
        draft: { buyer: 'person', name: 'Ann', taxNumber: '', email: '', about: null },
      }),
  ],
  [
    'profileDraft',
    ({ platform: { storage } }) =>
      profileStore.write(storage, { version: 1, uin: 'uin-1', draft: { name: 'Ann', email: '' } }),
  ],
  ['cardPictures', ({ platform: { storage } }) => storage.set('cardPictures', '[]')],
  ['lastSiteQRId', ({ platform: { storage } }) => storage.set('lastSiteQRId', 'desk-1')],
  ['deletionCode', ({ platform: { storage } }) => storage.set('deletionCode', '{}')],
  ['recentAnswers', ({ platform: { storage } }) => storage.set('recentAnswers', '{}')],
  ['person', ({ platform: { storage } }) => storage.set('person', '{}')],
]

it.each(writers)('stores no %s once another tab has signed out or switched accounts', async (key, write) => {
  const [{ app, platform }, other] = [openTab(), openTab()]
  browser.items.delete(key)
  write(app)
  expect(browser.items.has(key)).toBe(true)
  other.app.auth.send({ type: 'auth.signOut' })
  expect(browser.items.has(key)).toBe(false)
  write(app)
  expect(browser.items.has(key)).toBe(false)

  browser.signIn({ token: 'token-2', uin: 'uin-2' })
  browser.items.set(key, 'of uin-2')
  write(app)
  app.platform.storage.remove(key)
  expect(browser.items.get(key)).toBe('of uin-2')
  expect(platform.storage.get(key)).toBe('of uin-2')
})

it('deletes a profile that another tab has stored when signing out', async () => {
  server.routes['GET /users/customers'] = () => new Promise(() => {})
  browser.items.delete('person')
  const { app } = openTab()
  expect(app.auth.getSnapshot().context.profile).toBeNull()
  browser.signIn()
  app.auth.send({ type: 'auth.signOut' })
  expect(browser.items.has('person')).toBe(false)
})

it('follows account changes of other tabs on return from the back-forward cache', async () => {
  server.routes['GET /notification/unread'] = ({ token }) =>
    token === 'Bearer token-2' ? 0 : new Refusal(1010)
  const [{ app, platform }, other] = [openTab(), openTab()]
  other.app.auth.send({ type: 'auth.signOut' })
  browser.signIn({ token: 'token-2', uin: 'uin-2' })

  // Browsers don't deliver events to a page in the back-forward cache.
  platform.comeBack()
  expect(app.auth.getSnapshot().context.account).toEqual({ token: 'token-2', uin: 'uin-2' })
  await soon(() => expect(server.of('GET /notification/unread').at(-1)?.token).toBe('Bearer token-2'))
  expect(JSON.parse(browser.items.get('auth') ?? '')).toMatchObject({ account: { uin: 'uin-2' } })

  browser.signIn(null)
  platform.comeBack()
  expect(app.auth.getSnapshot().context.account).toBeNull()
})
