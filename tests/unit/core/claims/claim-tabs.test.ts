import { createClaimForm } from '@handsfree/core/claims'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claim } from '../../models/claims.model.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal, soon } from '../fake-platform.ts'

const route = 'POST /orders/order-1/claims'
const written = { kind: 'damaged', words: 'A wheel is broken', amount: 0 } as const

let server: FakeServer
let stops: (() => void)[]

/** Opens the claims of one order in a tab, with the stored form of an earlier tab. */
function openTab(browser: FakeBrowser) {
  const platform = new FakePlatform(server, browser)
  const app = appOn(platform)
  app.start()
  let isSent = false
  const onSent = () => {
    isSent = true
  }
  const form = createClaimForm(app, { orderId: 'order-1', limit: 100_00, onSent })
  form.start()
  stops.push(() => form.stop(), app.stop)
  return { form, deliver: platform.storage.deliver, isSent: () => isSent }
}

/** Two tabs with the same claim form, typed in the first. */
function openTwo() {
  const browser = new FakeBrowser()
  browser.signIn()
  const one = openTab(browser)
  one.form.send({ type: 'claim.change', patch: written })
  return { browser, one, other: openTab(browser) }
}

beforeEach(() => {
  server = new FakeServer()
  stops = []
})
afterEach(() => stops.reverse().forEach((stop) => void stop()))

/**
 * Posts the first tab's claim and delivers its storage changes to the second tab. Returns a function that responds.
 */
async function post(
  { one, other }: ReturnType<typeof openTwo>,
  answer: unknown = claim({ stage: 'received', actions: [] }),
) {
  let settle = () => {}
  server.routes[route] = () => new Promise((resolve) => (settle = () => resolve(answer)))
  one.form.send({ type: 'claim.send' })
  await soon(() => expect(server.of(route)).toHaveLength(1))
  other.deliver()
  return () => settle()
}

it('ends the other tab’s form once this tab has sent the same claim', async () => {
  const tabs = openTwo()
  const settle = await post(tabs)
  expect(tabs.other.isSent()).toBe(false)
  settle()
  await soon(() => expect(tabs.one.isSent()).toBe(true))
  tabs.other.deliver()
  expect(tabs.other.isSent()).toBe(true)
  expect(openTab(tabs.browser).form.getSnapshot().context.draft.words).toBe('')
})

it('keeps different text in the other tab’s form after this tab has sent its claim', async () => {
  const tabs = openTwo()
  const settle = await post(tabs)
  tabs.other.form.send({ type: 'claim.change', patch: { words: 'A strap is torn' } })
  settle()
  await soon(() => expect(tabs.one.isSent()).toBe(true))
  tabs.other.deliver()
  expect(tabs.other.isSent()).toBe(false)
  expect(tabs.other.form.getSnapshot().context.draft.words).toBe('A strap is torn')
})

it('keeps the other tab’s form open when the claim is refused', async () => {
  const tabs = openTwo()
  const settle = await post(tabs, new Refusal(1008))
  settle()
  await soon(() => expect(tabs.one.form.getSnapshot().context.problem).not.toBeNull())
  tabs.other.deliver()
  expect(tabs.other.isSent()).toBe(false)
  expect(tabs.other.form.getSnapshot().context.draft).toEqual(written)
})
