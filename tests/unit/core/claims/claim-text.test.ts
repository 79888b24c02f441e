import { createClaims, selectClaimAnswer } from '@handsfree/core/claims'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claim, claims } from '../../models/claims.model.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal, soon } from '../fake-platform.ts'

const route = 'POST /claims/claim-1/complain'
const complain = { type: 'answer.begin', claimId: 'claim-1', action: 'complain' } as const

let server: FakeServer
let browser: FakeBrowser
let stops: (() => void)[]

/** Loads the claims of one order on a device with an earlier visit's storage. */
async function visit() {
  const app = appOn(new FakePlatform(server, browser))
  app.start()
  const actor = createClaims(app, 'order-1')
  actor.start()
  const stop = () => {
    actor.stop()
    app.stop()
  }
  stops.push(stop)
  await soon(() => expect(actor.getSnapshot().can(complain)).toBe(true))
  const words = () => {
    actor.send(complain)
    return selectClaimAnswer(actor.getSnapshot())?.words
  }
  return { app, actor, stop, words }
}

beforeEach(() => {
  server = new FakeServer()
  server.routes['GET /orders/order-1/claims'] = () => claims(claim()).value
  browser = new FakeBrowser()
  browser.signIn()
  stops = []
})
afterEach(() => stops.reverse().forEach((stop) => void stop()))

it('keeps a complaint’s text when its sheet closes, after a reload and after the session ends', async () => {
  const first = await visit()
  expect(first.words()).toBe('')
  first.actor.send({ type: 'answer.write', words: 'Nobody calls' })
  first.actor.send({ type: 'answer.dismiss' })
  expect(first.words()).toBe('Nobody calls')
  first.stop()

  const second = await visit()
  expect(second.words()).toBe('Nobody calls')
  second.actor.send({ type: 'answer.write', words: 'Nobody calls back' })
  server.routes[route] = () => new Refusal(1010)
  second.actor.send({ type: 'answer.send' })
  await soon(() => expect(second.app.auth.getSnapshot().matches('signedOut')).toBe(true))
  second.stop()

  browser.signIn()
  expect((await visit()).words()).toBe('Nobody calls back')
})

it('deletes a complaint’s stored text once it is sent or erased', async () => {
  const { actor, words } = await visit()
  words()
  actor.send({ type: 'answer.write', words: 'Nobody calls' })
  server.routes[route] = () => claim()
  actor.send({ type: 'answer.send' })
  await soon(() => expect(actor.getSnapshot().matches('idle')).toBe(true))
  expect([words(), browser.items.has('claimDraft')]).toEqual(['', false])
  actor.send({ type: 'answer.write', words: 'Nobody' })
  actor.send({ type: 'answer.write', words: '' })
  expect(browser.items.has('claimDraft')).toBe(false)
})
