import { type App, ok } from '@handsfree/core'
import { answerKey } from '@handsfree/core/api'
import {
  discardVisitorDrafts,
  type OrderPreview,
  openPayment,
  openPlacement,
  type PlacementActor,
  previewPlacement,
  readOrderPreview,
  readOrderPreviews,
  readPendingDraft,
  recentRecipientName,
  selectDraftProblems,
  selectShownProblems,
} from '@handsfree/core/booking'
import { getQrSite } from '@handsfree/core/contract'

import { photoUrls } from '@handsfree/core/photos'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withResolvers } from '../../../with-resolvers.ts'
import { completeDraft, me, preview, submission } from '../../models/placement.model.ts'
import { order, profile, qrSite, quote, sessionStatus } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal, soon } from '../fake-platform.ts'
import { formOf, formSnapshotOf } from './form-of.ts'

let server: FakeServer
let browser: FakeBrowser
let app: App
let platform: FakePlatform

const open = () => {
  platform = new FakePlatform(server, browser)
  app = appOn(platform)
  app.start()
}
const reaches = (placement: PlacementActor, state: unknown) =>
  soon(() => expect(placement.getSnapshot().value).toEqual(state))
const saved = () => readOrderPreview(platform.storage, 'uin-1')
const posts = () => server.of('POST /orders')

beforeEach(() => {
  server = new FakeServer()
  browser = new FakeBrowser()
  browser.signIn()
  open()
})
afterEach(() => {
  app.stop()
})

const editing = async (at = app, qrId = 'desk-1') => {
  const placement = openPlacement(at, qrId, 'editing')
  await reaches(placement, 'editing')
  return placement
}
const confirming = async (stored = preview()) => {
  browser.items.set('orderPreview', JSON.stringify(stored))
  const placement = openPlacement(app, 'desk-1', 'confirming')
  await reaches(placement, 'confirming')
  return placement
}
const prepared = ok({ source: 'small', bytes: 90_000, preview: 'blob:1' })
const uploaded = JSON.stringify({ code: 0, message: '', result: { url: '/files/9', width: 1, height: 1 } })
const free = order({ total: { amount: 0, currency: 'CNY' } })

describe('the form of an order', () => {
  it('begins with the traveller as the receiver, and stores the QR code', async () => {
    const placement = await editing()
    expect(formSnapshotOf(placement).context.draft.receiver).toEqual(me)
    expect(browser.items.get('lastSiteQRId')).toBe('desk-1')
    expect(readPendingDraft(app)?.qrId ?? null).toBe(null)
  })

  it('begins a visitor’s order with the device’s calling code, and previews it without one', async () => {
    browser.items.clear()
    open()
    const visitor = { who: 'me', name: '', dialCode: '44', phoneNumber: '' }
    expect(formSnapshotOf(await editing()).context.draft.receiver).toEqual(visitor)
    const answers = { [answerKey(getQrSite, { params: { qrId: 'desk-1' } })]: qrSite }
    const preview = previewPlacement(appOn(platform, { initialData: { answers } }), 'desk-1')
    const previewed = formSnapshotOf(preview).context.draft.receiver
    expect(previewed).toEqual({ ...visitor, dialCode: '' })
  })

  it('shows a place that came with the page without fetching it', async () => {
    app.stop()
    const place = qrSite
    const answers = { [answerKey(getQrSite, { params: { qrId: 'desk-1' } })]: place }
    platform = new FakePlatform(server, browser)
    app = appOn(platform, { initialData: { answers } })
    app.start()
    const placement = openPlacement(app, 'desk-1', 'editing')
    expect(placement.getSnapshot().value).toEqual('editing')
    expect(formSnapshotOf(placement).context.place).toEqual(place)
    await soon(() => expect(server.of('GET /op-config/contact')).toHaveLength(1))
    expect(server.of('GET /sites/qr/desk-1')).toEqual([])
  })

  it('saves the draft with every change, and restores it after a reload', async () => {
    const placement = await editing()
    formOf(placement).send({ type: 'draft.change', patch: completeDraft })
    const { draftKey } = placement.getSnapshot().context
    expect(saved()).toEqual(preview({ photos: [], agreedTerms: null, openParts: ['when', 'bags'], draftKey }))
    expect(readPendingDraft(app)?.qrId ?? null).toBe('desk-1')

    app.stop()
    open()
    const again = await editing()
    expect(formSnapshotOf(again).context.draft).toEqual(completeDraft)
  })

  it('adds the site’s hours and region to a draft from an older release', async () => {
    const site = { siteId: 'site-2', name: 'T2', address: 'Terminal 2', storage: true }
    const old = preview({ draft: { ...completeDraft, delivery: { kind: 'site', site } } })
    browser.items.set('orderPreview', JSON.stringify(old))
    const hours = { opens: '07:00', closes: '15:00' }
    server.routes['GET /sites/site-2'] = () => ({ ...qrSite.site, siteId: 'site-2', hours, deskQrId: null })
    const placement = await editing()
    const snapshot = formSnapshotOf(placement)
    expect(snapshot.context.draft.delivery).toEqual({
      kind: 'site',
      site: {
        siteId: 'site-2',
        name: 'Lotus Court Hotel',
        address: 'Lobby · 1 Lotus Road',
        storage: true,
        regionId: 'shanghai',
        timeZone: 'Asia/Shanghai',
        hours,
      },
    })
    // The chosen slot is after closing, so it moves before the traveller reviews the order.
    expect(selectShownProblems(snapshot)).toEqual({})
    expect(snapshot.context).toMatchObject({
      draft: { pickupTime: completeDraft.pickupTime, deliveryTime: '2026-11-25T08:00:00+08:00' },
      movedTimes: ['deliveryTime'],
    })
  })

  it('starts an empty draft for another QR code', async () => {
    browser.items.set('orderPreview', JSON.stringify(preview()))
    server.routes['GET /sites/qr/desk-2'] = () => ({ ...qrSite, qrId: 'desk-2' })
    const placement = await editing(app, 'desk-2')
    expect(formSnapshotOf(placement).context.draft.delivery).toBe(null)
  })

  it('reuses one placement per QR code', () => {
    const placement = openPlacement(app, 'desk-1', 'editing')
    expect(openPlacement(app, 'desk-1', 'confirming')).toBe(placement)
    expect(openPlacement(app, 'desk-2', 'editing')).not.toBe(placement)
  })

  it('starts a new order when the QR code of a placed one is scanned again', async () => {
    browser.items.set('orderPreview', JSON.stringify(preview({ orderId: 'order-1' })))
    const paying = openPlacement(app, 'desk-1', 'confirming')
    await reaches(paying, 'paying')
    const next = await editing()
    expect([next === paying, paying.getSnapshot().status]).toEqual([false, 'stopped'])
    expect(next.getSnapshot().context.orderId).toBe(null)
    expect(formSnapshotOf(next).context.draft.delivery).toBe(null)
  })
})

describe('a visitor’s order', () => {
  const lin = { token: 'token-1', uin: 'uin-1' }
  const ada = { token: 'token-2', uin: 'uin-2' }
  const visit = (...previews: OrderPreview[]) => {
    app.stop()
    server = new FakeServer()
    browser.signIn(null)
    if (previews.length > 0) browser.items.set('orderPreview', JSON.stringify({ version: 2, previews }))
    open()
  }
  const signIn = (account = lin) => app.auth.send({ type: 'account.found', account })
  const photo = () => ({ type: 'photo.add', sources: ['picture'] }) as const

  it('makes no calls that need an account until sign-in, then continues', async () => {
    visit()
    platform.prepareImage = async () => prepared
    platform.upload = async () => uploaded
    const placement = await editing()
    formOf(placement).send({ type: 'draft.change', patch: completeDraft })
    formSnapshotOf(placement).context.photoSet.send(photo())
    await soon(() => expect(selectDraftProblems(formSnapshotOf(placement))).toEqual({}))
    placement.send({ type: 'draft.review' })
    placement.send({ type: 'terms.agree' })
    expect(placement.getSnapshot().value).toBe('awaitingAccount')
    expect(server.sent.map(({ method, path, token }) => [method, path, token])).toEqual([
      ['GET', '/sites/qr/desk-1', null],
    ])
    signIn()
    await reaches(placement, 'confirming')
    expect(saved()).toMatchObject({ uin: 'uin-1', draft: completeDraft, photos: ['/files/9'] })
    expect(readOrderPreview(platform.storage, '')).toBeNull()
  })

  const addPhoto = async (placement: PlacementActor) => {
    platform.prepareImage = async () => prepared
    const held = browser.images.size
    formSnapshotOf(placement).context.photoSet.send(photo())
    await soon(() => expect(browser.images.size).toBe(held + 1))
  }
  const photos = (placement: PlacementActor) =>
    formSnapshotOf(placement).context.photos.map((one) => one.getSnapshot().value)

  it('restores a visitor’s photos after a reload, then uploads and removes them on sign-in', async () => {
    visit()
    await addPhoto(await editing())
    expect(readOrderPreview(platform.storage, '')?.heldPhotos).toEqual([...browser.images.keys()])
    app.stop()
    open()
    const again = await editing()
    await soon(() => expect(photos(again)).toEqual([{ held: 'stored' }]))
    platform.upload = async () => uploaded
    signIn()
    await soon(() => expect(saved()).toMatchObject({ photos: ['/files/9'], heldPhotos: [] }))
    expect(browser.images.size).toBe(0)
  })

  it('uploads a visitor’s photos once the site is read, and removes them from the device', async () => {
    visit(preview({ uin: '', photos: [], heldPhotos: ['key-1', 'key-2'] }))
    for (const key of ['key-1', 'key-2']) browser.images.set(key, prepared.value)
    signIn()
    const { promise: held, resolve: answer } = withResolvers()
    server.routes['GET /sites/qr/desk-1'] = async () => {
      await held
      return qrSite
    }
    platform.upload = async () => uploaded
    const placement = openPlacement(app, 'desk-1', 'confirming')
    expect(placement.getSnapshot().value).toBe('resolving')
    answer()
    await reaches(placement, 'confirming')
    expect(saved()).toMatchObject({ photos: ['/files/9', '/files/9'], heldPhotos: [] })
    expect(browser.images.size).toBe(0)
  })

  it('deletes a removed photo from the device', async () => {
    visit()
    const placement = await editing()
    await addPhoto(placement)
    const [first] = formSnapshotOf(placement).context.photos
    formSnapshotOf(placement).context.photoSet.send({ type: 'photo.remove', id: first?.id ?? '' })
    await soon(() => expect(browser.images.size).toBe(0))
  })

  it('deletes stored photos that no draft lists, and keeps those of other drafts', async () => {
    visit(preview({ qrId: 'desk-2', uin: 'uin-2', heldPhotos: ['key-of-2'] }))
    for (const key of ['key-of-2', 'key-of-nobody']) {
      browser.images.set(key, { source: 'old', bytes: 1, preview: 'blob:old' })
    }
    const placement = await editing()
    platform.prepareImage = async () => prepared
    formSnapshotOf(placement).context.photoSet.send(photo())
    await soon(() => expect(photos(placement)).toEqual([{ held: 'stored' }]))
    const own = readOrderPreview(platform.storage, '')?.heldPhotos ?? []
    expect([...browser.images.keys()]).toEqual(['key-of-2', ...own])
  })

  it('discards a visitor’s drafts and photos, but keeps those of an account', async () => {
    visit(preview({ qrId: 'desk-2' }))
    const placement = await editing()
    formOf(placement).send({ type: 'draft.change', patch: completeDraft })
    await addPhoto(placement)
    discardVisitorDrafts(app)
    expect(placement.getSnapshot().status).toBe('stopped')
    expect([readPendingDraft(app), saved()]).toEqual([null, preview({ qrId: 'desk-2' })])
    await soon(() => expect(browser.images.size).toBe(0))
    expect(formSnapshotOf(await editing()).context.draft.delivery).toBeNull()
  })

  it('deletes stored photos on signing out', async () => {
    visit()
    const placement = await editing()
    await addPhoto(placement)
    platform.upload = () => new Promise(() => undefined)
    signIn()
    expect(browser.images.size).toBe(1)
    app.auth.send({ type: 'auth.signOut' })
    await soon(() => expect(browser.images.size).toBe(0))
  })

  it('shows a photo in both tabs, and uploads it from one', async () => {
    visit()
    const other = new FakePlatform(server, browser)
    other.isVisible = () => false
    const otherApp = appOn(other)
    otherApp.start()
    try {
      const there = openPlacement(otherApp, 'desk-1', 'editing')
      await reaches(there, 'editing')
      await addPhoto(await editing())
      other.storage.deliver()
      await soon(() => expect(photos(there)).toEqual([{ held: 'stored' }]))
      let uploads = 0
      platform.upload = other.upload = async () => {
        uploads += 1
        return uploaded
      }
      signIn()
      await soon(() => expect(saved()?.photos).toEqual(['/files/9']))
      other.storage.deliver()
      other.isVisible = () => true
      other.comeBack()
      expect(photoUrls(formSnapshotOf(there).context.photos)).toEqual(['/files/9'])
      expect([uploads, formSnapshotOf(there).context.photos.length]).toEqual([1, 1])
    } finally {
      otherApp.stop()
    }
  })

  it('keeps the draft when the page reloads during sign-in', async () => {
    visit()
    const placement = await editing()
    formOf(placement).send({ type: 'draft.change', patch: completeDraft })
    app.stop()
    open()
    signIn()
    expect(saved()).toMatchObject({ qrId: 'desk-1', draft: completeDraft })
  })

  it('assigns a visitor’s draft to the account that signs in', async () => {
    visit(preview({ uin: '' }), preview({ qrId: 'desk-2' }))
    signIn(ada)
    expect(readOrderPreview(platform.storage, 'uin-2')).toEqual(preview({ uin: 'uin-2' }))
    expect(saved()).toEqual(preview({ qrId: 'desk-2' }))
    expect(readOrderPreview(platform.storage, '')).toBeNull()
  })

  it('replaces the account’s draft for the same site, but not for another', () => {
    visit(
      preview({ uin: '', draftKey: 'new' }),
      preview({ draftKey: 'old' }),
      preview({ qrId: 'desk-2', draftKey: 'other' }),
    )
    signIn()
    const keys = readOrderPreviews(platform.storage, 'uin-1').map(({ qrId, draftKey }) => [qrId, draftKey])
    expect(keys).toEqual([
      ['desk-1', 'new'],
      ['desk-2', 'other'],
    ])
  })

  it('shows the account’s draft if the visitor typed nothing before signing in', async () => {
    visit(preview({ draft: { ...completeDraft, remarks: 'two red bags' } }))
    const placement = await editing()
    expect(formSnapshotOf(placement).context.draft.remarks).toBe('')
    signIn()
    expect(formSnapshotOf(placement).context.draft.remarks).toBe('two red bags')
  })

  it('deletes the stored draft when its traveller signs out', async () => {
    visit(preview({ uin: '' }))
    signIn()
    app.auth.send({ type: 'auth.signOut' })
    expect(browser.items.has('orderPreview')).toBe(false)
  })

  it('ignores malformed stored drafts', () => {
    for (const broken of ['null', '[]', '{"version":2,"previews":[null,7,{"uin":""}]}']) {
      visit()
      browser.items.set('orderPreview', broken)
      signIn()
      expect(readPendingDraft(app)).toBeNull()
    }
  })
})

describe('posting the order', () => {
  it('posts under an idempotency key saved before the request', async () => {
    const placement = await confirming()
    let kept: unknown
    server.routes['POST /orders'] = () => {
      kept = saved()?.submission?.idempotencyKey
      return order()
    }
    placement.send({ type: 'order.submit' })
    await reaches(placement, 'paying')
    const [{ headers, body }] = posts() as [(typeof server.sent)[0]]
    expect(headers.get('Idempotency-Key')).toMatch(/^[\da-f]{32}$/)
    expect(headers.get('Idempotency-Key')).toBe(kept)
    expect(body).toEqual({ ...submission.body, quoteId: 'quote-1' })
    expect(saved()).toEqual(preview({ orderId: 'order-1' }))
  })

  it('retries the post under the same key after a reload', async () => {
    const placement = await confirming()
    server.routes['POST /orders'] = () => Promise.reject(new TypeError('Failed to fetch'))
    placement.send({ type: 'order.submit' })
    await reaches(placement, 'outcomeUnknown')
    app.stop()
    open()
    server.routes['POST /orders'] = () => order()
    await reaches(openPlacement(app, 'desk-1', 'editing'), 'paying')
    const keys = posts().map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys.length).toBeGreaterThanOrEqual(2)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('the receiver', () => {
  const receiver = { who: 'other', name: ' Mei Chen ', dialCode: '86', phoneNumber: '13900139000' } as const
  const toMei = preview({ draft: { ...completeDraft, receiver } })

  it('offers the receiver for the next order once this one is placed, until signing out', async () => {
    server.routes['POST /orders'] = () => free
    const placement = await confirming(toMei)
    expect(recentRecipientName(app)).toBe('')
    placement.send({ type: 'order.submit' })
    await reaches(placement, 'placed')
    expect(recentRecipientName(app)).toBe('Mei Chen')
    app.auth.send({ type: 'auth.signOut' })
    await soon(() => expect(app.auth.getSnapshot().matches('signedOut')).toBe(true))
    expect(recentRecipientName(app)).toBe('')
  })

  describe('a profile that arrives after the form opened', () => {
    const blank = { who: 'me', name: '', dialCode: '86', phoneNumber: '' } as const
    const beginAndMeet = async (change?: (placement: PlacementActor) => void) => {
      app.stop()
      browser.items.delete('person')
      const { promise: held, resolve: arrive } = withResolvers()
      server.routes['GET /users/customers'] = async () => {
        await held
        return { [profile.uin]: profile }
      }
      open()
      const placement = await editing()
      expect(formSnapshotOf(placement).context.draft.receiver).toEqual(blank)
      change?.(placement)
      arrive()
      await soon(() => expect(app.auth.getSnapshot().context.profile).not.toBe(null))
      return formSnapshotOf(placement).context.draft.receiver
    }

    it('fills in the traveller when the profile arrives late', async () => {
      expect(await beginAndMeet()).toEqual({ ...blank, name: 'Lin', phoneNumber: '13800138000' })
    })

    it.each([{ name: 'Mei' }, { phoneNumber: '139' }, { who: 'other' as const }])(
      'keeps a receiver with %o when the profile arrives late',
      async (named) => {
        const receiver = { ...blank, ...named }
        const change = (placement: PlacementActor) =>
          formOf(placement).send({ type: 'draft.change', patch: { receiver } })
        expect(await beginAndMeet(change)).toEqual(receiver)
      },
    )
  })

  it('does not offer the traveller as the recent receiver', async () => {
    server.routes['POST /orders'] = () => free
    const placement = await confirming()
    placement.send({ type: 'order.submit' })
    await reaches(placement, 'placed')
    expect(recentRecipientName(app)).toBe('')
  })

  it('offers the receiver of an order paid on another page, and deletes its draft', async () => {
    browser.items.set('orderPreview', JSON.stringify({ ...toMei, orderId: 'order-1' }))
    server.routes['GET /payments/session-status'] = () => sessionStatus('paid', { state: 'paid' })
    const actor = openPayment(app, { kind: 'session', sessionId: 'session-1' })
    actor.start()
    await soon(() => expect(actor.getSnapshot().matches('paid')).toBe(true))
    actor.stop()
    expect([saved(), recentRecipientName(app)]).toEqual([null, 'Mei Chen'])
  })
})

describe('in two tabs', () => {
  const openOther = () => {
    const otherPlatform = new FakePlatform(server, browser)
    const other = appOn(otherPlatform)
    other.start()
    return { other, otherPlatform }
  }

  it('shares the draft of one QR code between two tabs', async () => {
    const { other, otherPlatform } = openOther()
    const here = await editing()
    const there = await editing(other)
    formOf(here).send({ type: 'draft.change', patch: { remarks: 'Fragile', pieces: 3 } })
    otherPlatform.storage.deliver()
    formOf(there).send({ type: 'draft.change', patch: { delivery: completeDraft.delivery } })
    platform.storage.deliver()
    const drafts = [here, there].map((placement) => formSnapshotOf(placement).context.draft)
    expect(drafts[0]).toMatchObject({ remarks: 'Fragile', pieces: 3, delivery: completeDraft.delivery })
    expect(drafts[1]).toEqual(drafts[0])
    expect(saved()?.draft).toEqual(drafts[0])
    other.stop()
  })

  it('shares added and removed photos of one QR code between two tabs', async () => {
    browser.items.set('orderPreview', JSON.stringify(preview({ photos: ['/files/1', '/files/2'] })))
    const { other, otherPlatform } = openOther()
    const here = await editing()
    const there = await editing(other)
    const urls = (placement: PlacementActor) => photoUrls(formSnapshotOf(placement).context.photos)
    const [first] = formSnapshotOf(here).context.photos
    formSnapshotOf(here).context.photoSet.send({ type: 'photo.remove', id: first?.id ?? '' })
    otherPlatform.storage.deliver()
    expect([urls(here), urls(there)]).toEqual([['/files/2'], ['/files/2']])

    platform.prepareImage = async () => prepared
    platform.upload = async () => uploaded
    formSnapshotOf(here).context.photoSet.send({ type: 'photo.add', sources: ['picture'] })
    await soon(() => expect(urls(here)).toEqual(['/files/2', '/files/9']))
    otherPlatform.storage.deliver()
    expect(urls(there)).toEqual(['/files/2', '/files/9'])
    other.stop()
  })

  const openBoth = async () => {
    const tab = openOther()
    const here = await confirming()
    const there = openPlacement(tab.other, 'desk-1', 'confirming')
    await reaches(there, 'confirming')
    return { ...tab, here, there }
  }

  it('leaves a draft and its stored copy to the tab that posts it', async () => {
    const { other, otherPlatform, here, there } = await openBoth()
    here.send({ type: 'order.submit' })
    await reaches(here, 'paying')
    otherPlatform.storage.deliver()
    expect(there.getSnapshot().value).toBe('placedInOtherTab')
    expect(saved()?.orderId).toBe('order-1')
    // Another order in that tab starts empty, with its own draft key.
    const next = await editing(other)
    const { orderId, draftKey } = next.getSnapshot().context
    expect([orderId, formSnapshotOf(next).context.draft.delivery]).toEqual([null, null])
    expect(draftKey).not.toBe(here.getSnapshot().context.draftKey)
    other.stop()
  })

  it('places one order when both tabs post under the same key', async () => {
    const { other, here, there } = await openBoth()
    const made = new Map<string | null, unknown>()
    server.routes['POST /orders'] = ({ headers, body }) => {
      const key = headers.get('Idempotency-Key')
      if (made.has(key)) return new Refusal(1008, { field: 'idempotencyKey' })
      made.set(key, body)
      return order()
    }
    here.send({ type: 'order.submit' })
    await reaches(here, 'paying')
    there.send({ type: 'order.submit' })
    await reaches(there, 'placedInOtherTab')
    expect([made.size, posts().length, saved()?.orderId]).toEqual([1, 2, 'order-1'])
    other.stop()
  })

  it('places one order when the price of a draft changes in both tabs', async () => {
    const { other, here, there } = await openBoth()
    const made = new Map<string | null, unknown>()
    const dearer = quote({ quoteId: 'quote-2' })
    server.routes['POST /orders'] = ({ headers, body }) => {
      const key = headers.get('Idempotency-Key')
      if (made.has(key)) return new Refusal(1008, { field: 'idempotencyKey' })
      if ((body as { quoteId: string }).quoteId !== dearer.quoteId) return new Refusal(8003, dearer)
      made.set(key, body)
      return order()
    }
    for (const placement of [here, there]) {
      placement.send({ type: 'order.submit' })
      await reaches(placement, 'confirming')
    }
    here.send({ type: 'order.submit' })
    await reaches(here, 'paying')
    there.send({ type: 'order.submit' })
    await reaches(there, 'placedInOtherTab')
    expect([made.size, posts().length]).toEqual([1, 4])
    other.stop()
  })

  it('drops a draft whose order was placed by a closed tab', async () => {
    const placement = await confirming()
    server.routes['POST /orders'] = () => new Refusal(1008, { field: 'idempotencyKey' })
    placement.send({ type: 'order.submit' })
    await reaches(placement, 'placedInOtherTab')
    expect(saved()).toBeNull()
  })

  const uploads = () => {
    const waiting: (() => void)[] = []
    const upload: FakePlatform['upload'] = () =>
      new Promise((resolve) => waiting.push(() => resolve(uploaded)))
    return { upload, finish: () => waiting.forEach((go) => void go()), waiting }
  }
  const sendPhoto = async (placement: PlacementActor, on: FakePlatform) => {
    const { upload, finish, waiting } = uploads()
    on.prepareImage = async () => prepared
    on.upload = upload
    formSnapshotOf(placement).context.photoSet.send({ type: 'photo.add', sources: ['picture'] })
    await soon(() => expect(waiting).toHaveLength(1))
    return finish
  }

  it('does not store a draft again if another tab places its order during a photo upload', async () => {
    const { other, otherPlatform } = openOther()
    const here = await confirming()
    const there = await editing(other)
    const finish = await sendPhoto(there, otherPlatform)
    server.routes['POST /orders'] = () => free
    here.send({ type: 'order.submit' })
    await reaches(here, 'placed')
    const [photo] = formSnapshotOf(there).context.photos.slice(-1)
    finish()
    await soon(() => expect(photo?.getSnapshot().matches('uploaded')).toBe(true))
    expect(saved()).toBeNull()
    otherPlatform.storage.deliver()
    expect([there.getSnapshot().value, saved()]).toEqual(['placedInOtherTab', null])
    other.stop()
  })

  it('reports an order placed in another tab while photos are being sent', async () => {
    const { other, otherPlatform } = openOther()
    const here = await confirming()
    browser.items.set('orderPreview', JSON.stringify(preview({ sendingPhotos: ['key-9'] })))
    browser.images.set('key-9', { source: 'old', bytes: 1, preview: 'blob:old' })
    otherPlatform.upload = () => new Promise(() => undefined)
    const there = openPlacement(other, 'desk-1', 'confirming')
    await reaches(there, 'sendingPhotos')
    server.routes['POST /orders'] = () => free
    here.send({ type: 'order.submit' })
    await reaches(here, 'placed')
    otherPlatform.storage.deliver()
    expect([there.getSnapshot().value, saved()]).toEqual(['placedInOtherTab', null])
    other.stop()
  })

  it('reports an order placed in another tab while the site is being read', async () => {
    const { other, otherPlatform } = openOther()
    const here = await confirming()
    let answer = () => {}
    server.routes['GET /sites/qr/desk-1'] = () =>
      new Promise((resolve) => {
        answer = () => resolve(qrSite)
      })
    const there = openPlacement(other, 'desk-1', 'editing')
    server.routes['POST /orders'] = () => free
    here.send({ type: 'order.submit' })
    await reaches(here, 'placed')
    otherPlatform.storage.deliver()
    expect(there.getSnapshot().value).toBe('placedInOtherTab')
    answer()
    other.stop()
  })

  it('lists a photo as sending until it is uploaded or removed, even if another tab edits the draft', async () => {
    const { other, otherPlatform } = openOther()
    const here = await editing()
    const there = await editing(other)
    const type = (remarks: string) => formOf(there).send({ type: 'draft.change', patch: { remarks } })
    const finish = await sendPhoto(here, platform)
    const sending = saved()?.sendingPhotos
    expect(sending).toHaveLength(1)
    otherPlatform.storage.deliver()
    type('two red bags')
    expect(saved()).toMatchObject({ sendingPhotos: sending, draft: { remarks: 'two red bags' } })
    platform.storage.deliver()
    finish()
    await soon(() => expect(saved()).toMatchObject({ photos: ['/files/9'], sendingPhotos: [] }))
    otherPlatform.storage.deliver()
    await sendPhoto(here, platform)
    type('three red bags')
    expect(saved()?.sendingPhotos).toHaveLength(1)
    const [, photo] = formSnapshotOf(here).context.photos
    formSnapshotOf(here).context.photoSet.send({ type: 'photo.remove', id: photo?.id ?? '' })
    expect(saved()?.sendingPhotos).toEqual([])
    type('four red bags')
    expect(saved()?.sendingPhotos).toEqual([])
    other.stop()
  })

  it('keeps the drafts of two QR codes apart in two tabs and after a reload', async () => {
    const { other } = openOther()
    server.routes['GET /sites/qr/desk-2'] = () => ({ ...qrSite, qrId: 'desk-2' })
    const here = await editing()
    const there = await editing(other, 'desk-2')
    formOf(here).send({ type: 'draft.change', patch: { remarks: 'of the desk' } })
    formOf(there).send({ type: 'draft.change', patch: { remarks: 'of the station' } })
    expect(readPendingDraft(app)?.qrId).toBe('desk-2')
    expect(['desk-1', 'desk-2'].map((qrId) => readPendingDraft(app, qrId)?.draft.remarks)).toEqual([
      'of the desk',
      'of the station',
    ])
    other.stop()
    app.stop()
    open()
    const again = await editing()
    expect(formSnapshotOf(again).context.draft.remarks).toBe('of the desk')
  })
})

describe('the destination', () => {
  it('names the destination in the current language after a reload', async () => {
    browser.items.set('orderPreview', JSON.stringify(preview()))
    const location = { ...qrSite.location, address: '启航路 900 号', detail: 'T2 出发层' }
    const site = { ...qrSite.site, deskQrId: null, siteId: 'site-2', name: '浦东机场', location }
    server.routes['GET /sites/site-2'] = () => site
    const placement = await editing()
    expect(formSnapshotOf(placement).context.draft.delivery).toEqual({
      kind: 'site',
      site: {
        siteId: 'site-2',
        name: '浦东机场',
        storage: true,
        address: 'T2 出发层 · 启航路 900 号',
        regionId: 'shanghai',
        timeZone: 'Asia/Shanghai',
        hours: null,
      },
    })
  })

  it('keeps the stored destination if it cannot be fetched', async () => {
    browser.items.set('orderPreview', JSON.stringify(preview()))
    const placement = await editing()
    expect(formSnapshotOf(placement).context.draft.delivery).toEqual(completeDraft.delivery)
  })
})

describe('uploading photos', () => {
  const addPhoto = async (upload: FakePlatform['upload']) => {
    platform.prepareImage = async () => prepared
    platform.upload = upload
    const placement = await editing()
    formSnapshotOf(placement).context.photoSet.send({ type: 'photo.add', sources: ['picture'] })
    const [photo] = formSnapshotOf(placement).context.photos
    if (!photo) throw new Error('no photo')
    return { placement, photo }
  }

  it('uploads photos with language, token and a 60 s timeout, and saves their URL', async () => {
    const requests: Parameters<FakePlatform['upload']>[0][] = []
    const { photo } = await addPhoto(async (request) => {
      requests.push(request)
      request.onProgress(0.5)
      return uploaded
    })
    await soon(() => expect(photo.getSnapshot().matches('uploaded')).toBe(true))
    expect(requests).toMatchObject([
      {
        url: '/api/files',
        headers: { 'Accept-Language': 'en-US', token: 'Bearer token-1' },
        image: { source: 'small' },
        timeoutMs: 60_000,
      },
    ])
    expect(saved()?.photos).toEqual(['/files/9'])
  })

  it.each([
    ['HTML', '<!doctype html>', { code: 'network' }],
    ['a refusal', JSON.stringify({ code: 1008, message: 'too large' }), { code: 'refused', errorCode: 1008 }],
  ])('fails an upload when the answer is %s', async (_, answer, problem) => {
    const { photo } = await addPhoto(async () => answer)
    await soon(() => expect(photo.getSnapshot().matches('failed')).toBe(true))
    expect(photo.getSnapshot().context.problem).toEqual(problem)
  })

  it('retries a photo that failed offline once the device is online', async () => {
    let isOnline = false
    const { photo } = await addPhoto(async () => {
      if (isOnline) return uploaded
      throw new TypeError('Failed to fetch')
    })
    await soon(() => expect(photo.getSnapshot().matches('failed')).toBe(true))
    platform.goOnline(false)
    expect(photo.getSnapshot().matches('failed')).toBe(true)
    isOnline = true
    platform.goOnline(true)
    await soon(() => expect(photo.getSnapshot().matches('uploaded')).toBe(true))
  })

  it('aborts uploads of removed photos, and never saves them', async () => {
    let signal: AbortSignal | undefined
    const { placement, photo } = await addPhoto(
      (request) =>
        new Promise((resolve) => {
          signal = request.signal
          signal.addEventListener('abort', () => resolve(uploaded))
        }),
    )
    await soon(() => expect(signal).toBeDefined())
    formSnapshotOf(placement).context.photoSet.send({ type: 'photo.remove', id: photo.id })
    expect(signal?.aborted).toBe(true)
    formOf(placement).send({ type: 'draft.change', patch: {} })
    expect(saved()?.photos).toEqual([])
  })
})
