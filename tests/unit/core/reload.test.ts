import { type App, ok } from '@handsfree/core'
import { createProfile } from '@handsfree/core/account'
import { selectAuthProblem, selectIsCountingDown, selectSecondsLeft } from '@handsfree/core/auth'
import type { DraftFormActor } from '@handsfree/core/booking'
import { openPayment, openPlacement, readOrderPreview } from '@handsfree/core/booking'
import { createClaimForm, createFeedback, selectClaimFormErrors } from '@handsfree/core/claims'

import type { PhotoActor } from '@handsfree/core/photos'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withResolvers } from '../../with-resolvers.ts'
import { preview } from '../models/placement.model.ts'
import { payment, profile, quote, sessionStatus } from '../models/samples.ts'
import { formOf, formSnapshotOf } from './booking/form-of.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal, soon } from './fake-platform.ts'

let server: FakeServer
let browser: FakeBrowser
let platform: FakePlatform
let app: App

const open = () => {
  platform = new FakePlatform(server, browser)
  app = appOn(platform)
  app.start()
}
const reload = () => {
  app.stop()
  open()
}

beforeEach(() => {
  server = new FakeServer()
  browser = new FakeBrowser()
  browser.signIn()
  open()
})
afterEach(() => app.stop())

const started = <Actor extends { start(): void }>(actor: Actor): Actor => {
  actor.start()
  return actor
}
const picture = ok({ source: 'small', bytes: 90_000, preview: 'blob:1' })
const uploaded = JSON.stringify({ code: 0, message: '', result: { url: '/files/9', width: 1, height: 1 } })
const add = { type: 'photo.add', sources: ['bag'] } as const

type WithPhotos = { photos: readonly PhotoActor[]; photoSet: { send(event: typeof add): void } }
type Form = {
  start(): unknown
  stop(): unknown
  getSnapshot(): { matches(state: 'editing'): boolean; context: WithPhotos | { form: DraftFormActor | null } }
}
/** The context with the photos: the form's own, or that of a placement's draft form. */
function contextOf(form: Form): WithPhotos {
  const { context } = form.getSnapshot()
  if ('photoSet' in context) return context
  if (!context.form) throw new Error('The form has not begun')
  return context.form.getSnapshot().context
}
const photosOf = (form: Form) => contextOf(form).photos.map((photo) => photo.getSnapshot().value)

/** Opens each form with photos the way a traveller does. */
const forms: Record<string, () => Form> = {
  placement: () => openPlacement(app, 'desk-1', 'editing'),
  feedback: () => createFeedback(app),
  'a claim': () => createClaimForm(app, { orderId: 'order-1', limit: 100_00, onSent: () => {} }),
}

describe.each(Object.entries(forms))('%s', (_, openForm) => {
  const begin = async () => {
    const form = openForm()
    form.start()
    await soon(() => expect(form.getSnapshot().matches('editing')).toBe(true))
    return form
  }
  const uploading = async () => {
    platform.prepareImage = async () => picture
    platform.upload = () => new Promise(() => undefined)
    const form = await begin()
    contextOf(form).photoSet.send(add)
    await soon(() => expect(photosOf(form)).toEqual(['uploading']))
    return form
  }

  it('restarts an upload that a reload interrupted, then removes the photo from the device', async () => {
    const form = await uploading()
    expect([...browser.images.values()]).toEqual([picture.value])
    form.stop()
    reload()
    const sent: unknown[] = []
    let answer = (_: string) => {}
    platform.upload = ({ image }) => {
      sent.push(image)
      return new Promise((resolve) => {
        answer = resolve
      })
    }
    const again = await begin()
    await soon(() => expect(photosOf(again)).toEqual(['uploading']))
    answer(uploaded)
    await soon(() => expect(photosOf(again)).toEqual([{ uploaded: 'shown' }]))
    expect(sent).toEqual([picture.value])
    await soon(() => expect([...browser.images.keys()]).toEqual([]))
    again.stop()
    reload()
    const { photos } = contextOf(await begin())
    expect(photos.map((photo) => photo.getSnapshot().context.url)).toEqual(['/files/9'])
  })

  it('lists a photo only once it is stored on the device', async () => {
    const { put } = platform.heldImages
    const { promise: stored, resolve: store } = withResolvers()
    platform.prepareImage = async () => picture
    platform.upload = () => new Promise(() => undefined)
    // The first picture is stored but not yet listed when another one evicts entries.
    platform.heldImages.put = async (key, image) => {
      await put(key, image)
      await stored
    }
    const form = await begin()
    contextOf(form).photoSet.send(add)
    await soon(() => expect(browser.images.size).toBe(1))
    contextOf(form).photoSet.send(add)
    await soon(() => expect(browser.images.size).toBe(2))
    expect(photosOf(form)).toEqual(['holding', 'holding'])
    const visits = new FakeBrowser()
    for (const [key, value] of browser.items) visits.items.set(key, value)
    store()
    await soon(() => expect(photosOf(form)).toEqual(['uploading', 'uploading']))
    form.stop()
    reload()
    platform.upload = () => new Promise(() => undefined)
    const again = await begin()
    await soon(() => expect(photosOf(again)).toEqual(['uploading', 'uploading']))
    again.stop()
    app.stop()
    browser = visits
    open()
    expect(photosOf(await begin())).toEqual([])
  })

  it('deletes a stored photo on sign-out during its upload', async () => {
    await uploading()
    app.auth.send({ type: 'auth.signOut' })
    await soon(() => expect([...browser.images.keys()]).toEqual([]))
  })

  it('uploads a photo even if the device has no room for it', async () => {
    platform.heldImages.put = async () => {
      throw new Error('full')
    }
    await uploading()
  })
})

it('deletes a photo that was removed while it was being stored', async () => {
  platform.prepareImage = async () => picture
  let store = () => {}
  platform.heldImages.put = (key, image) =>
    new Promise((resolve) => {
      store = () => {
        browser.images.set(key, image)
        resolve()
      }
    })
  const feedback = started(createFeedback(app))
  const { photoSet } = feedback.getSnapshot().context
  photoSet.send(add)
  await soon(() => expect(photosOf(feedback)).toEqual(['holding']))
  photoSet.send({ type: 'photo.remove', id: feedback.getSnapshot().context.photos[0]?.id ?? '' })
  store()
  await soon(() => expect(browser.images.size).toBe(0))
  expect(feedback.getSnapshot().context.photos).toEqual([])
})

it('stores the chosen country with the calling code, but sends only the calling code', async () => {
  for (const key of ['auth', 'person']) browser.items.delete(key)
  server.routes['POST /verification-codes'] = () => ({
    requestId: 'request-1',
    resendAfter: 60,
    expiresIn: 300,
  })
  reload()
  app.auth.send({ type: 'auth.begin' })
  await soon(() => expect(app.auth.getSnapshot().matches({ signedOut: 'entering' })).toBe(true))
  const phone = { dialCode: '7', phoneNumber: '7710009998' }
  app.auth.send({ type: 'phone.change', phone: { ...phone, country: 'KZ' } })
  app.auth.send({ type: 'code.request' })
  await soon(() => expect(server.of('POST /verification-codes').at(-1)?.body).toEqual(phone))
  // Older releases send every field of the stored phone.
  expect(JSON.parse(browser.items.get('auth') ?? '')).toMatchObject({ phone, country: 'KZ' })
  reload()
  expect(app.auth.getSnapshot().context.phone).toEqual({ ...phone, country: 'KZ' })
})

describe('the code page', () => {
  const phone = { dialCode: '86', phoneNumber: '13800138000' }
  const request = async () => {
    for (const key of ['auth', 'person']) browser.items.delete(key)
    reload()
    app.auth.send({ type: 'auth.begin' })
    await soon(() => expect(app.auth.getSnapshot().matches({ signedOut: 'entering' })).toBe(true))
    app.auth.send({ type: 'phone.change', phone })
    app.auth.send({ type: 'code.request' })
  }
  const step = () => app.auth.getSnapshot().context.signIn?.getSnapshot().value
  const typing = { code: { entry: 'typing', countdown: 'ticking' } }

  it.each([
    ['sent', () => ({ requestId: 'request-1', resendAfter: 60, expiresIn: 300 }), 60],
    ['sent to another device a moment ago', () => new Refusal(2004, { retryAfter: 42 }), 42],
  ])('restores number and countdown after a reload, for a code that was %s', async (_, answer, seconds) => {
    server.routes['POST /verification-codes'] = answer
    await request()
    await soon(() => expect(step()).toEqual(typing))
    const before = [selectSecondsLeft(app.auth.getSnapshot()), app.auth.getSnapshot().context.phone]
    expect(before).toEqual([seconds, phone])
    reload()
    await soon(() => expect(step()).toEqual(typing))
    const snapshot = app.auth.getSnapshot()
    expect([selectSecondsLeft(snapshot), snapshot.context.phone, selectIsCountingDown(snapshot)]).toEqual([
      ...before,
      true,
    ])
    app.auth.send({ type: 'code.change', code: '246810' })
    await soon(() => expect(app.auth.getSnapshot().matches('signedIn')).toBe(true))
    expect(server.of('POST /users').map(({ body }) => body)).toMatchObject([{ ...phone, code: '246810' }])
  })

  it('restores a wrong code’s tries left after a reload, until another code is typed', async () => {
    server.routes['POST /users'] = () => new Refusal(2002, { triesLeft: 2 })
    await request()
    await soon(() => expect(step()).toEqual(typing))
    app.auth.send({ type: 'code.change', code: '246810' })
    const problem = () => selectAuthProblem(app.auth.getSnapshot())
    const wrong = { code: 'wrongCode', triesLeft: 2 }
    await soon(() => expect(problem()).toEqual(wrong))
    reload()
    await soon(() => expect(step()).toEqual(typing))
    expect(problem()).toEqual(wrong)
    app.auth.send({ type: 'code.change', code: '2' })
    reload()
    await soon(() => expect(step()).toEqual(typing))
    expect(problem()).toBeNull()
  })
})

it('keeps an invalid claim amount after a reload, and does not send it', async () => {
  const open = () => started(createClaimForm(app, { orderId: 'order-1', limit: 100_00, onSent: () => {} }))
  const form = open()
  const patch = { kind: 'damaged', words: 'A wheel is off.', amount: 0, amountText: 'about 8k' } as const
  form.send({ type: 'claim.change', patch })
  form.send({ type: 'claim.send' })
  expect(form.getSnapshot().value).toEqual({ editing: 'showingErrors' })
  form.stop()
  reload()
  const again = open()
  expect(again.getSnapshot().context.draft).toEqual(patch)
  expect(selectClaimFormErrors(again.getSnapshot()).amount).toBe(true)
  again.stop()
})

it('restores the other receiver’s details when they are chosen again after a reload', async () => {
  const robin = { who: 'other', name: 'Robin', dialCode: '44', phoneNumber: '7911123456' } as const
  const open = async () => {
    const placement = openPlacement(app, 'desk-1', 'editing')
    await soon(() => expect(placement.getSnapshot().matches('editing')).toBe(true))
    return placement
  }
  const first = await open()
  formOf(first).send({ type: 'draft.change', patch: { receiver: robin } })
  formOf(first).send({ type: 'receiver.choose', who: 'me' })
  reload()
  const again = await open()
  expect(formSnapshotOf(again).context.draft.receiver.who).toBe('me')
  formOf(again).send({ type: 'receiver.choose', who: 'other' })
  expect(formSnapshotOf(again).context.draft.receiver).toEqual(robin)
})

it.each(['priceChanged', 'quoteExpired'] as const)(
  'shows %s again after the confirmation is reloaded',
  async (code) => {
    browser.items.set('orderPreview', JSON.stringify(preview()))
    const placement = openPlacement(app, 'desk-1', 'confirming')
    await soon(() => expect(placement.getSnapshot().value).toBe('confirming'))
    const dearer = quote({ quoteId: 'quote-2', total: { amount: 118_00, currency: 'CNY' } })
    if (code === 'priceChanged') server.routes['POST /orders'] = () => new Refusal(8003, dearer)
    if (code === 'quoteExpired') platform.now = () => Date.parse('2026-11-23T02:40:00Z')
    placement.send({ type: 'order.submit' })
    await soon(() => expect(placement.getSnapshot().context.problem).toEqual({ code }))
    await soon(() => expect(placement.getSnapshot().value).toBe('confirming'))
    reload()
    const again = openPlacement(app, 'desk-1', 'confirming')
    await soon(() => expect(again.getSnapshot().value).toBe('confirming'))
    expect(again.getSnapshot().context.problem).toEqual({ code })
    again.send({ type: 'order.edit' })
    expect(readOrderPreview(platform.storage, 'uin-1')?.news).toBeNull()
    reload()
    const third = openPlacement(app, 'desk-1', 'confirming')
    await soon(() => expect(third.getSnapshot().value).toBe('confirming'))
    expect(third.getSnapshot().context.problem).toBeNull()
  },
)

it('continues checking a payment after a reload, counted from when the provider began', async () => {
  const checking = { sessionId: 'session-1', since: '2026-11-23T01:59:00Z' }
  server.routes['GET /payments/payment-1'] = () => payment({ checking })
  server.routes['GET /payments/session-status'] = () => sessionStatus('processing', { checking })
  const look = async () => {
    const page = started(openPayment(app, { kind: 'payment', paymentId: 'payment-1' }))
    await soon(() => expect(page.getSnapshot().matches({ confirming: 'checking' })).toBe(true))
    const { sessionId, checkingSince } = page.getSnapshot().context
    page.stop()
    return { sessionId, checkingSince }
  }
  const before = await look()
  expect(before).toEqual({ sessionId: 'session-1', checkingSince: Date.parse(checking.since) })
  reload()
  expect(await look()).toEqual(before)
})

it('restores unsaved profile fields after a reload, until saved, discarded or signed out', async () => {
  const type = async (name: string) => {
    await soon(() => expect(app.auth.getSnapshot().context.profile?.name).toBe(profile.name))
    const page = started(createProfile(app))
    page.send({ type: 'profile.change', fields: { name } })
    return page
  }
  await type('Ada')
  reload()
  const again = started(createProfile(app))
  expect(again.getSnapshot().context.draft).toEqual({ name: 'Ada', email: profile.email })
  again.send({ type: 'profile.leave' })
  expect(again.getSnapshot().value).toBe('asking')
  reload()
  const third = started(createProfile(app))
  expect(third.getSnapshot().context.draft.name).toBe('Ada')
  third.send({ type: 'profile.leave' })
  third.send({ type: 'profile.discard' })
  expect(browser.items.has('profileDraft')).toBe(false)
  const fourth = await type('Grace')
  server.routes['POST /users/customers'] = () => ({})
  fourth.send({ type: 'profile.save' })
  await soon(() => expect(fourth.getSnapshot().value).toEqual({ editing: 'saved' }))
  expect(browser.items.has('profileDraft')).toBe(false)
  fourth.send({ type: 'profile.change', fields: { name: 'Lin' } })
  expect(browser.items.has('profileDraft')).toBe(true)
  app.auth.send({ type: 'auth.signOut' })
  expect(browser.items.has('profileDraft')).toBe(false)
})

it('never shows one traveller another’s unsaved profile', async () => {
  const draft = { name: 'Somebody else', email: '' }
  browser.items.set('profileDraft', JSON.stringify({ version: 1, uin: 'uin-2', draft }))
  expect(createProfile(app).getSnapshot().context.draft.name).toBe(profile.name)
})

it('stays signed out after a reload even if the server did not answer the sign-out', async () => {
  server.routes['POST /users/sign-out'] = () => new Promise(() => undefined)
  app.auth.send({ type: 'auth.signOut' })
  reload()
  expect(app.auth.getSnapshot().value).toEqual({ signedOut: 'idle' })
  expect(app.auth.getSnapshot().context).toMatchObject({ account: null, profile: null })
})
