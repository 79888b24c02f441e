import type { App } from '@handsfree/core'
import { createProfile } from '@handsfree/core/account'
import { createFeedback, createRating, feedbackStore, isOrderRated } from '@handsfree/core/claims'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { account, profile } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal, soon } from '../fake-platform.ts'

let server: FakeServer
let browser: FakeBrowser
let app: App
const open = () => {
  app = appOn(new FakePlatform(server, browser))
  app.start()
}

beforeEach(() => {
  server = new FakeServer()
  browser = new FakeBrowser()
  browser.signIn()
  open()
})
afterEach(() => app.stop())

const write = (text: string) => {
  const feedback = createFeedback(app)
  feedback.start()
  feedback.send({ type: 'feedback.change', patch: { type: 1, text } })
  feedback.send({ type: 'feedback.send' })
  return feedback
}
const keys = () => server.of('POST /feedback').map(({ headers }) => headers.get('Idempotency-Key'))

it('sends feedback in the contract’s format, and deletes its draft', async () => {
  server.routes['POST /feedback'] = () => ({ feedbackId: 'feedback-1' })
  const feedback = write(' The desk was kind. ')
  await soon(() => expect(feedback.getSnapshot().value).toBe('sent'))
  expect(server.of('POST /feedback').map(({ body }) => body)).toEqual([
    { type: 1, content: '{"text":"The desk was kind.","images":[]}' },
  ])
  expect(keys()[0]).toMatch(/^[\da-f]{32}$/)
  expect(browser.items.has('feedbackDraft')).toBe(false)
})

it('retries feedback under its key after a reload, and sends changed text under a new key', async () => {
  const feedback = write('Once')
  await soon(() => expect(feedback.getSnapshot().context.problem).toEqual({ kind: 'network' }))
  expect(feedbackStore.read(app.platform.storage, { uin: account.uin })).toMatchObject({
    draft: { type: 1, text: 'Once' },
  })
  expect(feedbackStore.read(app.platform.storage, { uin: 'somebody-else' })).toBe(null)
  feedback.stop()
  app.stop()
  open()
  // The fake device restarts its random numbers, so skip those of the previous visit.
  for (let used = 0; used < 9; used++) app.newKey()
  server.routes['POST /feedback'] = () => new Refusal(1012)
  const again = createFeedback(app)
  again.start()
  again.send({ type: 'feedback.send' })
  await soon(() => expect(again.getSnapshot().context.problem).toMatchObject({ code: 1012 }))
  expect(new Set(keys()).size).toBe(1)
  again.send({ type: 'feedback.change', patch: { text: 'Twice' } })
  again.send({ type: 'feedback.send' })
  await soon(() => expect(new Set(keys()).size).toBe(2))
})

it('drops a feedback draft of another version, or when its traveller signs out', async () => {
  browser.items.set('feedbackDraft', JSON.stringify({ version: 2 }))
  expect(feedbackStore.read(app.platform.storage, { uin: account.uin })).toBe(null)
  app.auth.send({ type: 'auth.signOut' })
  await soon(() => expect(app.auth.getSnapshot().matches('signedOut')).toBe(true))
  expect(browser.items.has('feedbackDraft')).toBe(false)
})

it('shares a saved name with the app and with other tabs', async () => {
  const other = new FakePlatform(server, browser)
  const otherApp = appOn(other)
  otherApp.start()
  server.routes['POST /users/customers'] = () => ({})
  await soon(() => expect(otherApp.auth.getSnapshot().matches({ signedIn: { profile: 'ready' } })).toBe(true))
  const page = createProfile(app)
  page.start()
  page.send({ type: 'profile.change', fields: { name: ' Ada ' } })
  page.send({ type: 'profile.save' })
  await soon(() => expect(page.getSnapshot().value).toEqual({ editing: 'saved' }))
  other.storage.deliver()
  for (const { auth } of [app, otherApp]) expect(auth.getSnapshot().context.profile?.name).toBe('Ada')
  expect(JSON.parse(browser.items.get('person') ?? '')).toMatchObject({ profile: { name: 'Ada' } })
  otherApp.stop()
})

it('does not ask for a name after a reload if it was skipped', async () => {
  server.routes['GET /users/customers'] = () => ({ [profile.uin]: { ...profile, name: '' } })
  app.stop()
  browser.items.delete('person')
  open()
  const is = (state: string) => () =>
    expect(app.auth.getSnapshot().matches({ signedIn: { profile: state as never } })).toBe(true)
  await soon(is('incomplete'))
  app.auth.send({ type: 'profile.skip' })
  app.stop()
  open()
  await soon(is('ready'))
})

it('rates an order once it is sent, without touching the feedback draft', async () => {
  write('Unsent')
  await soon(() => expect(browser.items.has('feedbackDraft')).toBe(true))
  const rating = createRating(app, 'order-1')
  rating.start()
  rating.send({ type: 'feedback.change', patch: { type: 1, text: 'Order HF-1001: Great' } })
  rating.send({ type: 'feedback.send' })
  await soon(() => expect(rating.getSnapshot().context.problem).toEqual({ kind: 'network' }))
  expect(isOrderRated(app, 'order-1')).toBe(false)
  server.routes['POST /feedback'] = () => ({ feedbackId: 'feedback-2' })
  rating.send({ type: 'feedback.send' })
  await soon(() => expect(rating.getSnapshot().value).toBe('sent'))
  expect([isOrderRated(app, 'order-1'), isOrderRated(app, 'order-2')]).toEqual([true, false])
  expect(feedbackStore.read(app.platform.storage, { uin: account.uin })?.draft.text).toBe('Unsent')
})
