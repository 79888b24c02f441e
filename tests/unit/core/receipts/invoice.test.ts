import { createInvoice, invoiceFingerprint, invoiceStore } from '@handsfree/core/receipts'
import { expect, it, vi } from 'vitest'
import { orderInvoice } from '../../models/invoice.model.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'

const path = '/orders/order-1/invoice'
const company = {
  buyer: 'company',
  name: 'Analytical Engines Ltd.',
  taxNumber: '91310000ma1fl0000n',
  email: 'accounts@engines.example',
} as const

function open(browser = new FakeBrowser(), server = new FakeServer()) {
  browser.signIn()
  server.routes[`GET ${path}`] ??= () => orderInvoice()
  const platform = new FakePlatform(server, browser)
  const app = appOn(platform)
  app.start()
  const page = createInvoice(app, 'order-1')
  page.start()
  return { app, browser, server, page, platform }
}

it('posts the folded buyer, and forgets the draft once the server has it', async () => {
  const { page, server, platform } = open()
  server.routes[`POST ${path}`] = () => orderInvoice('waiting')
  await vi.waitFor(() => expect(page.getSnapshot().matches('editing')).toBe(true))
  page.send({ type: 'invoice.change', patch: { ...company, name: '  Analytical   Engines Ltd. ' } })
  const owner = { uin: 'uin-1', orderId: 'order-1' }
  expect(invoiceStore.read(platform.storage, owner)?.draft).toMatchObject({ taxNumber: company.taxNumber })
  page.send({ type: 'invoice.send' })
  await vi.waitFor(() => expect(page.getSnapshot().matches('waiting')).toBe(true))
  expect(server.of(`POST ${path}`).map(({ body }) => body)).toEqual([
    { ...company, taxNumber: '91310000MA1FL0000N' },
  ])
  expect(invoiceStore.read(platform.storage, owner)).toBeNull()
})

it('restores an unsent buyer, unless the order has a request by now', async () => {
  const browser = new FakeBrowser()
  const { page, platform } = open(browser)
  await vi.waitFor(() => expect(page.getSnapshot().matches('editing')).toBe(true))
  page.send({ type: 'invoice.change', patch: company })
  page.stop()
  const again = open(browser)
  await vi.waitFor(() => expect(again.page.getSnapshot().matches('editing')).toBe(true))
  expect(again.page.getSnapshot().context.draft).toEqual({
    ...company,
    about: invoiceFingerprint(orderInvoice()),
  })
  again.page.stop()
  const server = new FakeServer()
  server.routes[`GET ${path}`] = () => orderInvoice('waiting')
  const later = open(browser, server)
  await vi.waitFor(() => expect(later.page.getSnapshot().matches('waiting')).toBe(true))
  expect(invoiceStore.read(platform.storage, { uin: 'uin-1', orderId: 'order-1' })).toBeNull()
})

it('stores nothing before something is typed', async () => {
  const { page, browser } = open()
  await vi.waitFor(() => expect(page.getSnapshot().matches('editing')).toBe(true))
  expect(browser.items.has('invoiceDraft')).toBe(false)
})
