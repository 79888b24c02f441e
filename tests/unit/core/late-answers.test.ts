import type { App } from '@handsfree/core'
import { createContact, createPrivacyFacts, createProfile } from '@handsfree/core/account'
import { createOrderLedger } from '@handsfree/core/bags'
import { createClaims } from '@handsfree/core/claims'
import { customerViews } from '@handsfree/core/contract'
import { createNotificationList } from '@handsfree/core/notifications'
import {
  createOngoingCount,
  createOrderDetail,
  createOrderList,
  createOrderReturn,
} from '@handsfree/core/orders'
import { createPasskeys } from '@handsfree/core/passkeys'
import { createInvoice } from '@handsfree/core/receipts'
import { expect, it } from 'vitest'
import type { AnyActorRef } from 'xstate'
import { claim, claims } from '../models/claims.model.ts'
import { orderInvoice } from '../models/invoice.model.ts'
import { ledger } from '../models/order-ledger.model.ts'
import { account, order, profile } from '../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, soon } from './fake-platform.ts'

const answers: Record<string, unknown> = {
  'GET /orders/order-1': order(),
  'GET /orders/order-1/ledger': ledger('asked'),
  'GET /orders/order-1/claims': claims(claim()).value,
  'GET /orders/order-1/invoice': orderInvoice(),
  'GET /users/customers': { [profile.uin]: profile },
  'GET /notification/unread': 3,
  'GET /orders': { list: [order()], total: 1, nextCursor: null },
}

const next = { ...account, uin: 'uin-2', token: 'token-2' }

const pages: [string, (app: App) => AnyActorRef | null][] = [
  ['the app alone', () => null],
  ['an order', (app) => createOrderDetail(app, 'order-1')],
  ['a list of orders', (app) => createOrderList(app, customerViews.all)],
  ['the count of orders', createOngoingCount],
  ['a ledger', (app) => createOrderLedger(app, 'order-1')],
  ['claims', (app) => createClaims(app, 'order-1')],
  ['a return', (app) => createOrderReturn(app, 'order-1')],
  ['an invoice', (app) => createInvoice(app, 'order-1')],
  ['notifications', (app) => createNotificationList(app, null)],
  ['the profile', createProfile],
  ['contact data', createContact],
  ['privacy facts', createPrivacyFacts],
  ['passkeys', createPasskeys],
]

/** A server that answers only when the test says so, on lines that can't be cancelled. */
class LateServer extends FakeServer {
  #release = () => {}
  readonly released = new Promise<void>((resolve) => {
    this.#release = resolve
  })
  override readonly routes = new Proxy<FakeServer['routes']>(
    {},
    {
      get: (_, route: string) => async () => {
        if (route === 'POST /users/sign-out') return {}
        await this.released
        return answers[route] ?? {}
      },
    },
  )
  answer = () => this.#release()
}

function openApp() {
  const server = new LateServer()
  const browser = new FakeBrowser()
  browser.signIn()
  const platform = new FakePlatform(server, browser)
  const fetch: typeof server.fetch = (input, init) => server.fetch(input, { ...init, signal: null })
  const app = appOn(Object.assign(platform, { fetch }))
  app.start()
  return { server, browser, platform, app }
}

/** Reading a response takes a few turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

it.each(pages)('stores and sends nothing when %s is answered after the sign-out', async (_, open) => {
  const { server, browser, app } = openApp()
  const page = open(app)
  page?.start()
  await soon(() => expect(server.sent.length).toBeGreaterThan(page ? 1 : 0))
  app.auth.send({ type: 'auth.signOut' })
  page?.stop()
  await soon(() => expect(server.of('POST /users/sign-out')).toHaveLength(1))
  const before = { stored: [...browser.items], sent: server.sent.length }
  server.answer()
  await settled()
  expect({ stored: [...browser.items], sent: server.sent.length }).toEqual(before)
  app.stop()
})

it.each(pages)('does not store %s for the account of another tab', async (_, open) => {
  const { server, browser, platform, app } = openApp()
  const page = open(app)
  page?.start()
  await soon(() => expect(server.sent.length).toBeGreaterThan(page ? 1 : 0))
  const other = browser.tab()
  other.set('auth', JSON.stringify({ version: 1, phone: { dialCode: '86', phoneNumber: '' }, account: next }))
  platform.storage.deliver()
  expect(app.auth.getSnapshot().context.account?.uin).toBe(next.uin)
  server.answer()
  await settled()
  const stored = JSON.stringify([...browser.items])
  for (const secret of ['order-1', profile.name]) expect(stored).not.toContain(secret)
  page?.stop()
  app.stop()
})
