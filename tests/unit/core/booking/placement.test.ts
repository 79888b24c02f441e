import { fail, ok } from '@handsfree/core'
import {
  draftFormMachine,
  type OrderPreview,
  type PlacementInput,
  placementMachine,
  selectConfirmAction,
  selectDraftProblems,
  selectMovedTimes,
  selectPrice,
  selectShownProblems,
  toDeliveryChoice,
} from '@handsfree/core/booking'
import { type ApiFailure, submissionMachine } from '@handsfree/core/lib'
import { type PhotoSetEvent, photoMachine, photoSetMachine, photoUrls } from '@handsfree/core/photos'
import { policy } from '@handsfree/core/policy'
import { describe, expect, it } from 'vitest'
import { previewOf } from '../../../../core/booking/placement.ts'
import { completeDraft, me, preview, start, submission } from '../../models/placement.model.ts'
import { offline, order, qrSite, quote, refused } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const minute = 60_000

const open = (
  restored: OrderPreview | null = null,
  resume: PlacementInput['resume'] = 'editing',
  hasAccount = true,
  place: PlacementInput['place'] = null,
  missingConsent: PlacementInput['missingConsent'] = () => null,
) =>
  new Journey(
    placementMachine,
    (around) => ({ ...start(restored, resume, hasAccount)(around), place, missingConsent }),
    (fake) => {
      const submission = submissionMachine.provide({ actors: { post: fake as never } })
      const photo = photoMachine.provide({ actors: { prepare: fake, upload: fake } as never })
      const photoSet = photoSetMachine.provide({ actors: { photo } })
      return { submission, draftForm: draftFormMachine.provide({ actors: { photoSet } }) }
    },
  )
type PlacementJourney = ReturnType<typeof open>

const prepared = ok({ source: 'small', bytes: 90_000, preview: 'blob:1' })
const stored = (url: string) => ({ type: 'upload.finished', file: { url, width: 1200, height: 900 } })

const formOf = ({ snapshot }: PlacementJourney) => {
  if (!snapshot.context.form) throw new Error('no form')
  return snapshot.context.form
}
const formSnapshotOf = (journey: PlacementJourney) => formOf(journey).getSnapshot()
/** The placement's state; during editing, the form's. */
const stateOf = (journey: PlacementJourney) => {
  if (journey.value !== 'editing') return journey.value
  const { value } = formSnapshotOf(journey)
  return { editing: typeof value === 'object' ? value.open : value }
}
const photoSetOf = (journey: PlacementJourney) => formSnapshotOf(journey).context.photoSet
const sendPhotos = (journey: PlacementJourney, event: PhotoSetEvent) => photoSetOf(journey).send(event)

const addPhoto = async (journey: PlacementJourney, url: string) => {
  sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
  await journey.answer('prepare', prepared)
  journey.sendFrom('upload', stored(url) as never)
}
const editing = async (...visit: Parameters<typeof open>) => {
  const journey = open(...visit)
  await journey.answer('resolveQr', ok(qrSite))
  return journey
}
const confirming = async () => {
  const journey = await editing()
  formOf(journey).send({ type: 'draft.change', patch: completeDraft })
  await addPhoto(journey, '/files/1')
  journey.do({ type: 'draft.review' }, { type: 'terms.agree' })
  await journey.answer('quoteOrder', ok(quote()))
  return journey
}
const creating = async () => {
  const journey = await confirming()
  journey.send({ type: 'order.submit' })
  return journey
}

const body = { ...submission.body, quoteId: 'quote-1' }
const saves = (journey: PlacementJourney) => journey.effects.filter(({ name }) => name === 'saveDraft').length

describe('a placement from the QR code to payment', () => {
  it('moves an order through form, terms, quote and one post to its payment', async () => {
    const journey = open()
    expect(journey.inputs('resolveQr')).toEqual([{ qrId: 'desk-1', siteId: null }])
    await journey.answer('resolveQr', ok(qrSite))
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(formSnapshotOf(journey).context.draft.receiver).toEqual(me)

    journey.send({ type: 'draft.review' })
    expect(stateOf(journey)).toEqual({ editing: 'showingErrors' })
    expect(selectShownProblems(formSnapshotOf(journey))).toEqual({
      delivery: 'deliveryRequired',
      photos: 'photosRequired',
    })
    formOf(journey).send({ type: 'draft.change', patch: completeDraft })
    await addPhoto(journey, '/files/1')
    expect(selectDraftProblems(formSnapshotOf(journey))).toEqual({})

    journey.send({ type: 'draft.review' })
    expect(stateOf(journey)).toBe('agreeingToTerms')
    journey.send({ type: 'terms.agree' })
    const delivery = { kind: 'site', siteId: 'site-2' }
    expect(journey.inputs('quoteOrder')).toEqual([{ qrId: 'desk-1', delivery, pieces: 1, declaredValue: 0 }])
    await journey.answer('quoteOrder', ok(quote()))
    expect(stateOf(journey)).toBe('confirming')

    journey.do({ type: 'order.submit' }, { type: 'order.submit' })
    expect(journey.inputs('post')).toEqual([{ idempotencyKey: 'key-1', body }])
    await journey.answer('post', ok(order()))
    expect(stateOf(journey)).toBe('paying')
    expect(journey.inputs('payment')).toMatchObject([{ from: { kind: 'order', orderId: 'order-1' } }])
    expect(journey.snapshot.context).toMatchObject({ orderId: 'order-1', submission: null, problem: null })

    await journey.answer('payment', { orderId: 'order-1' })
    expect([stateOf(journey), journey.snapshot.status]).toEqual(['placed', 'done'])
    expect(journey.emitted).toEqual([
      { type: 'placement.quoted' },
      { type: 'placement.placed', orderId: 'order-1' },
    ])
    expect(journey.effects.at(-1)?.name).toBe('forgetDraft')
  })
})

describe('a visitor', () => {
  const complete = async () => {
    const journey = await editing(null, 'editing', false)
    formOf(journey).send({ type: 'draft.change', patch: completeDraft })
    sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
    await journey.answer('prepare', prepared)
    return journey
  }

  it('waits for sign-in once the form is complete, then sends photos and requests the quote', async () => {
    const journey = await complete()
    expect(selectDraftProblems(formSnapshotOf(journey))).toEqual({})
    journey.send({ type: 'draft.review' })
    expect(stateOf(journey)).toBe('agreeingToTerms')
    journey.send({ type: 'terms.agree' })
    expect([stateOf(journey), journey.inputs('upload'), journey.inputs('quoteOrder')]).toEqual([
      'awaitingAccount',
      [],
      [],
    ])
    journey.send({ type: 'account.signedIn' })
    expect([stateOf(journey), journey.inputs('upload').length]).toEqual(['sendingPhotos', 1])
    journey.sendFrom('upload', stored('/files/1') as never)
    expect(stateOf(journey)).toBe('quoting')
    await journey.answer('quoteOrder', ok(quote()))
    journey.send({ type: 'order.submit' })
    expect(journey.inputs('post')).toEqual([{ idempotencyKey: 'key-1', body }])
  })
})

describe('changes from another tab', () => {
  const draft = { ...completeDraft, remarks: 'two red bags' }
  const found = {
    type: 'draft.found',
    draft,
    leftReceiver: null,
    photos: ['/files/1'],
    heldPhotos: [],
    draftKey: 'key-found',
  } as const

  const shown = (journey: PlacementJourney) => {
    const { draft, photos } = formSnapshotOf(journey).context
    return [draft, journey.snapshot.context.draftKey, photoUrls(photos)]
  }

  it.each(['agreeingToTerms', 'awaitingAccount'])(
    'applies another tab’s changes while this one is %s',
    async (state) => {
      const journey = await editing(preview({ agreedTerms: null }), 'editing', false)
      journey.send({ type: 'draft.review' })
      if (state === 'awaitingAccount') journey.send({ type: 'terms.agree' })
      expect(stateOf(journey)).toBe(state)
      journey.send(found)
      expect(stateOf(journey)).toBe(state)
      expect(shown(journey)).toEqual([draft, 'key-found', ['/files/1']])
    },
  )

  it('applies another tab’s changes once the site is read, even after a retry', async () => {
    const journey = open(preview())
    journey.send(found)
    await journey.answer('resolveQr', fail(offline))
    journey.send({ ...found, draftKey: 'key-later' })
    journey.send({ type: 'placement.retry' })
    await journey.answer('resolveQr', ok(qrSite))
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(shown(journey)).toEqual([draft, 'key-later', ['/files/1']])
  })

  it('keeps a destination chosen while the previous one is being read', async () => {
    const { delivery } = completeDraft
    const before = { ...qrSite.site, siteId: 'site-before' }
    const journey = open(preview({ draft: { ...completeDraft, delivery: toDeliveryChoice(before) } }))
    journey.send(found)
    await journey.answer('resolveQr', ok({ ...qrSite, destination: before }))
    expect(formSnapshotOf(journey).context.draft.delivery).toEqual(delivery)
  })
})

describe('photos', () => {
  it('does not store text from another tab again, and shows a photo added there', async () => {
    const journey = await editing(preview({ photos: ['/files/1'] }))
    const saved = saves(journey)
    const found = { type: 'draft.found', leftReceiver: null, heldPhotos: [], draftKey: 'key-found' } as const
    journey.send({ ...found, draft: { ...completeDraft, remarks: 'two red bags' }, photos: ['/files/1'] })
    expect([formSnapshotOf(journey).context.draft.remarks, saves(journey)]).toEqual(['two red bags', saved])
    journey.send({ ...found, draft: completeDraft, photos: ['/files/1', '/files/2'] })
    expect(photoUrls(formSnapshotOf(journey).context.photos)).toEqual(['/files/1', '/files/2'])
  })

  it('stops uploading a removed photo, and ignores its late answer', async () => {
    const journey = await editing()
    await addPhoto(journey, '/files/1')
    sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
    await journey.answer('prepare', prepared)
    const upload = journey.openCall('upload')
    sendPhotos(journey, { type: 'photo.remove', id: 'photo-1' })
    expect(upload.isOpen).toBe(false)
    const saved = saves(journey)
    upload.sendBack(stored('/files/2'))
    expect(saves(journey)).toBe(saved)
    expect(formSnapshotOf(journey).context.photos.map(({ id }) => id)).toEqual(['photo-0'])
    // Its id isn't reused.
    sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
    expect(formSnapshotOf(journey).context.photos.map(({ id }) => id)).toEqual(['photo-0', 'photo-2'])
  })

  it('saves photos as soon as they are uploaded', async () => {
    const journey = await editing()
    sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
    await journey.answer('prepare', prepared)
    const saved = saves(journey)
    journey.sendFrom('upload', stored('/files/1') as never)
    expect(saves(journey)).toBe(saved + 1)
  })
})

describe('the quote', () => {
  it('requests a new quote after 15 minutes, and reports the expiry', async () => {
    const journey = await confirming()
    journey.pass(15 * minute - 1)
    expect(stateOf(journey)).toBe('confirming')
    journey.pass(1)
    expect([stateOf(journey), journey.snapshot.context.problem]).toEqual([
      'quoting',
      { code: 'quoteExpired' },
    ])
    await journey.answer('quoteOrder', ok(quote({ quoteId: 'quote-2' })))
    expect(journey.snapshot.context).toMatchObject({
      quote: { quoteId: 'quote-2' },
      problem: { code: 'quoteExpired' },
    })
  })

  it('requests a new quote instead of posting one that expired while the device slept', async () => {
    const journey = await confirming()
    journey.sleep(15 * minute)
    journey.send({ type: 'order.submit' })
    expect([stateOf(journey), journey.inputs('post')]).toEqual(['quoting', []])
  })

  it('uses a quote even if the device’s clock is hours ahead', async () => {
    const journey = await editing(preview())
    journey.send({ type: 'draft.review' })
    await journey.answer('quoteOrder', ok(quote({ validUntil: '2026-11-22T20:15:00Z' })))
    journey.pass(14 * minute)
    expect(stateOf(journey)).toBe('confirming')
    journey.send({ type: 'order.submit' })
    expect(stateOf(journey)).toBe('creating')
  })
})

describe('posting', () => {
  const unreadable: ApiFailure = { kind: 'unexpected', cause: 'bug' }
  it.each<[string, (journey: PlacementJourney) => Promise<void>, string]>([
    ['no answer', (journey) => journey.answer('post', fail(offline)), 'network'],
    ['a server error', (journey) => journey.answer('post', fail(refused(1003))), 'refused'],
    ['an unreadable answer', (journey) => journey.answer('post', fail(unreadable)), 'unexpected'],
    ['a defect', (journey) => journey.fail('post', new Error('bug')), 'unexpected'],
  ])('retries only the same post under the same key after %s', async (_, answer, code) => {
    const journey = await creating()
    await answer(journey)
    expect([stateOf(journey), journey.snapshot.context.problem?.code]).toEqual(['outcomeUnknown', code])
    journey.send({ type: 'order.edit' })
    formOf(journey).send({ type: 'draft.change', patch: { pieces: 2 } })
    journey.do({ type: 'order.submit' }, { type: 'order.submit' })
    const post = { idempotencyKey: 'key-1', body }
    expect(journey.inputs('post')).toEqual([post, post])
    await journey.answer('post', ok(order()))
    expect(stateOf(journey)).toBe('paying')
  })

  it('asks to confirm a changed price, and posts it under the draft’s key', async () => {
    const journey = await creating()
    const dearer = quote({ quoteId: 'quote-2', total: { amount: 108_00, currency: 'CNY' } })
    await journey.answer('post', fail(refused(8003, dearer)))
    expect(stateOf(journey)).toBe('confirming')
    expect(journey.snapshot.context).toMatchObject({
      quote: dearer,
      submission: null,
      problem: { code: 'priceChanged' },
    })
    journey.pass(10 * minute)
    journey.send({ type: 'order.submit' })
    expect(journey.inputs('post').at(-1)).toEqual({
      idempotencyKey: 'key-1',
      body: { ...body, quoteId: 'quote-2' },
    })
  })

  it('opens the part with the refused field, then posts under the draft’s key', async () => {
    const journey = await creating()
    await journey.answer('post', fail(refused(1008, { field: 'pickupTime' })))
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(journey.snapshot.context).toMatchObject({
      submission: null,
      problem: { code: 'refused', errorCode: 1008, field: 'pickupTime', reason: null },
    })
    expect(formSnapshotOf(journey).context.openParts).toEqual(['bags', 'when'])
    expect(journey.emitted.at(-1)).toEqual({ type: 'placement.reopened' })
    formOf(journey).send({ type: 'draft.change', patch: { pickupTime: '2026-11-24T11:00:00+08:00' } })
    expect(journey.snapshot.context.problem).toBe(null)
    journey.send({ type: 'draft.review' })
    await journey.answer('quoteOrder', ok(quote()))
    journey.send({ type: 'order.submit' })
    expect(journey.inputs('post').at(-1)).toMatchObject({ idempotencyKey: 'key-1' })
  })

  it('selects the confirm button’s action and price at each step', async () => {
    const journey = await editing()
    const seen = () => [selectConfirmAction(journey.snapshot), selectPrice(journey.snapshot)?.total.amount]
    formOf(journey).send({ type: 'draft.change', patch: completeDraft })
    await addPhoto(journey, '/files/1')
    journey.do({ type: 'draft.review' }, { type: 'terms.agree' })
    expect(seen()).toEqual(['quote', 98_00])
    await journey.answer('quoteOrder', ok(quote({ total: { amount: 90_00, currency: 'CNY' } })))
    expect(seen()).toEqual(['pay', 90_00])
    journey.send({ type: 'order.submit' })
    expect(seen()).toEqual(['create', 90_00])
    await journey.answer('post', fail(offline))
    expect(seen()).toEqual(['tryAgain', 90_00])
    journey.send({ type: 'order.submit' })
    const free = quote({ total: { amount: 0, currency: 'CNY' } })
    await journey.answer('post', fail(refused(8003, free)))
    expect(seen()).toEqual(['sendForFree', 0])
    journey.send({ type: 'order.submit' })
    await journey.answer('post', ok(order()))
    expect(seen()).toEqual(['openPayment', 0])
  })

  it('saves the submission before posting it', async () => {
    const journey = await confirming()
    const saved = saves(journey)
    journey.send({ type: 'order.submit' })
    expect(saves(journey)).toBe(saved + 1)
    expect(journey.snapshot.context.submission).toEqual({ idempotencyKey: 'key-1', body })
  })
})

describe('a reload', () => {
  describe.each(['editing', 'confirming'] as const)('on the %s page', (resume) => {
    it('retries an unanswered post under its old key after a reload', async () => {
      const journey = await editing(preview({ submission }), resume)
      expect([stateOf(journey), journey.inputs('post')]).toEqual(['creating', [submission]])
    })
  })

  it('locks the form while the terms are shown, and unlocks it when they are declined', async () => {
    const journey = await editing(preview({ agreedTerms: null }))
    journey.send({ type: 'draft.review' })
    const rename = {
      type: 'draft.change',
      patch: { receiver: { ...completeDraft.receiver, name: 'Late' } },
    } as const
    formOf(journey).send(rename)
    expect(formSnapshotOf(journey).context.draft.receiver.name).toBe(completeDraft.receiver.name)
    journey.send({ type: 'terms.decline' })
    formOf(journey).send(rename)
    expect(formSnapshotOf(journey).context.draft.receiver.name).toBe('Late')
  })
})

describe('the parts of the form', () => {
  const openParts = (journey: PlacementJourney) => formSnapshotOf(journey).context.openParts

  it('folds finished parts on return from the confirmation', async () => {
    const journey = await confirming()
    journey.send({ type: 'order.edit' })
    expect([stateOf(journey), openParts(journey)]).toEqual([{ editing: 'pristine' }, []])
  })

  it('moves a pickup that has passed by the time of the review, and stays at the form', async () => {
    const journey = await editing(preview())
    journey.sleep(Date.parse(completeDraft.pickupTime ?? '') - journey.snapshot.context.now())
    journey.send({ type: 'draft.review' })
    expect(stateOf(journey)).toEqual({ editing: 'showingErrors' })
    expect(selectMovedTimes(formSnapshotOf(journey))).toEqual(['pickupTime'])
    expect(selectDraftProblems(formSnapshotOf(journey))).toEqual({})
    expect(openParts(journey)).toEqual(['when'])
    formOf(journey).send({
      type: 'draft.change',
      patch: { pickupTime: formSnapshotOf(journey).context.draft.pickupTime },
    })
    expect(selectMovedTimes(formSnapshotOf(journey))).toEqual([])
  })

  it.each([
    ['delivery', ['bags', 'route']],
    ['declaredValue', ['bags']],
    ['receiver', ['bags', 'receiver']],
    ['openOrders', ['bags']],
    [null, ['bags']],
  ])('unfolds the part with a refused %s', async (field, expected) => {
    const journey = await confirming()
    expect(openParts(journey)).toEqual(['bags'])
    journey.send({ type: 'order.submit' })
    await journey.answer('post', fail(refused(1008, { field })))
    expect(openParts(journey)).toEqual(expected)
  })

  it('unfolds the part chosen for editing at the confirmation', async () => {
    const journey = await confirming()
    journey.send({ type: 'order.edit', part: 'when' })
    expect([stateOf(journey), openParts(journey)]).toEqual([{ editing: 'pristine' }, ['when']])
  })
})

describe('a privacy policy that the account has not agreed to', () => {
  const consent = { version: policy.privacyVersion, locale: 'zh-CN' } as const

  it('asks for it with the terms, stores it with the draft and sends it with the order', async () => {
    const journey = await editing(preview({ openParts: [] }), 'editing', true, null, () => consent)
    journey.send({ type: 'draft.review' })
    expect(stateOf(journey)).toBe('agreeingToTerms')
    journey.send({ type: 'terms.agree' })
    await journey.answer('quoteOrder', ok(quote()))
    expect(previewOf(journey.snapshot.context, 'uin-1')).toMatchObject({ consent })
    journey.send({ type: 'order.submit' })
    expect(journey.inputs('post')).toMatchObject([{ body: { consent } }])
  })

  it('asks for it once across a reload', async () => {
    const journey = await editing(preview({ consent }), 'confirming', true, null, () => consent)
    expect(stateOf(journey)).toBe('quoting')
  })

  it('returns a confirmation without that agreement to the form', async () => {
    const journey = await editing(preview(), 'confirming', true, null, () => consent)
    expect(stateOf(journey)).toEqual({ editing: expect.anything() })
  })
})
