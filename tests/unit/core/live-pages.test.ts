import type { App } from '@handsfree/core'
import { createOrderLedger } from '@handsfree/core/bags'
import { createClaims } from '@handsfree/core/claims'
import { createOrderReturn } from '@handsfree/core/orders'
import { createInvoice } from '@handsfree/core/receipts'
import { expect, it, vi } from 'vitest'
import type { AnyActorRef } from 'xstate'
import { claim, claims } from '../models/claims.model.ts'
import { orderInvoice } from '../models/invoice.model.ts'
import { ledger } from '../models/order-ledger.model.ts'
import { order } from '../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from './fake-platform.ts'

const pages: [string, unknown, (app: App, orderId: string) => AnyActorRef][] = [
  ['GET /orders/order-1/ledger', ledger('asked'), createOrderLedger],
  ['GET /orders/order-1/claims', claims(claim()).value, createClaims],
  ['GET /orders/order-1', order(), createOrderReturn],
  ['GET /orders/order-1/invoice', orderInvoice(), createInvoice],
]

it.each(pages)(
  'refetches %s when the traveller returns, until the page is left',
  async (route, answer, open) => {
    const server = new FakeServer()
    server.routes[route] = () => answer
    const browser = new FakeBrowser()
    browser.signIn()
    const platform = new FakePlatform(server, browser)
    const app = appOn(platform)
    app.start()
    const page = open(app, 'order-1')
    page.start()
    await vi.waitFor(() => expect(server.of(route)).toHaveLength(1))
    platform.comeBack()
    await vi.waitFor(() => expect(server.of(route)).toHaveLength(2))
    page.stop()
    const counted = server.of('GET /notification/unread').length
    platform.comeBack()
    await vi.waitFor(() => expect(server.of('GET /notification/unread').length).toBeGreaterThan(counted))
    expect(server.of(route)).toHaveLength(2)
    app.stop()
  },
)
