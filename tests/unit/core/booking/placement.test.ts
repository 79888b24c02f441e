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
import { describe, expect, it } from 'vitest'
import { completeDraft, me, preview, start, submission } from '../../models/placement.model.ts'
import { offline, order, qrSite, quote, refused } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const minute = 60_000

const open = (
  restored: OrderPreview | null = null,
  resume: PlacementInput['resume'] = 'editing',
  hasAccount = true,
  place: PlacementInput['place'] = null,
) =>
  new Journey(
    placementMachine,
    (around) => ({ ...start(restored, resume, hasAccount)(around), place }),
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
const filledIn = (journey: PlacementJourney) => formOf(journey).getSnapshot()
/** Where the order is, with what its form shows while it is filled in. */
const stateOf = (journey: PlacementJourney) => {
  if (journey.value !== 'editing') return journey.value
  const { value } = filledIn(journey)
  return { editing: typeof value === 'object' ? value.open : value }
}
const photoSetOf = (journey: PlacementJourney) => filledIn(journey).context.photoSet
const sendPhotos = (journey: PlacementJourney, event: PhotoSetEvent) => photoSetOf(journey).send(event)

const addPhoto = async (journey: PlacementJourney, url: string) => {
  sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
  await journey.answer('prepare', prepared)
  journey.tell('upload', stored(url) as never)
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

describe('an order from the code to the door', () => {
  it('moves an order through filling in, terms, price and one post to its payment', async () => {
    const journey = open()
    expect(journey.inputs('resolveQr')).toEqual([{ qrId: 'desk-1', siteId: null }])
    await journey.answer('resolveQr', ok(qrSite))
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(filledIn(journey).context.draft.receiver).toEqual(me)

    journey.send({ type: 'draft.review' })
    expect(stateOf(journey)).toEqual({ editing: 'showingErrors' })
    expect(selectShownProblems(filledIn(journey))).toEqual({
      delivery: 'deliveryRequired',
      photos: 'photosRequired',
    })
    formOf(journey).send({ type: 'draft.change', patch: completeDraft })
    await addPhoto(journey, '/files/1')
    expect(selectDraftProblems(filledIn(journey))).toEqual({})

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

  it('places an order that costs nothing without paying', async () => {
    const journey = await creating()
    await journey.answer('post', ok(order({ total: { amount: 0, currency: 'CNY' } })))
    expect([stateOf(journey), journey.inputs('payment')]).toEqual(['placed', []])
  })

  it('ends as placed though the payment’s page breaks: the order’s page says what is to be paid', async () => {
    const journey = await creating()
    await journey.answer('post', ok(order()))
    await journey.fail('payment', new Error('broken'))
    expect(stateOf(journey)).toBe('placed')
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
  const atSignIn = async () => {
    const journey = await complete()
    journey.do({ type: 'draft.review' }, { type: 'terms.agree' })
    return journey
  }

  it('fills in everything and signs in only then; the photos go first, then the price is asked for', async () => {
    const journey = await complete()
    expect(selectDraftProblems(filledIn(journey))).toEqual({})
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
    journey.tell('upload', stored('/files/1') as never)
    expect(stateOf(journey)).toBe('quoting')
    await journey.answer('quoteOrder', ok(quote()))
    journey.send({ type: 'order.submit' })
    expect(journey.inputs('post')).toEqual([{ idempotencyKey: 'key-1', body }])
  })

  it('goes back to the form without signing in, and loses nothing', async () => {
    const journey = await atSignIn()
    const { draft, photos } = filledIn(journey).context
    journey.send({ type: 'order.edit' })
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(filledIn(journey).context).toMatchObject({ draft, photos })
  })

  it('comes back to the form when a photo is not uploaded after the sign-in', async () => {
    const journey = await atSignIn()
    journey.send({ type: 'account.signedIn' })
    journey.tell('upload', { type: 'upload.failed', failure: offline } as never)
    expect(stateOf(journey)).toEqual({ editing: 'showingErrors' })
    expect(selectDraftProblems(filledIn(journey))).toEqual({ photos: 'photosFailed' })
  })

  it('asks nobody again who signed in while filling in', async () => {
    const journey = await complete()
    journey.send({ type: 'account.signedIn' })
    journey.tell('upload', stored('/files/1') as never)
    journey.do({ type: 'draft.review' }, { type: 'terms.agree' })
    expect(stateOf(journey)).toBe('quoting')
  })
})

describe('the site behind the code', () => {
  it('requests no site that the page brings along', () => {
    const journey = open(null, 'editing', false, { ...qrSite, roomNumber: '1208' })
    expect([stateOf(journey), journey.inputs('resolveQr')]).toEqual([{ editing: 'pristine' }, []])
    expect(filledIn(journey).context.draft.roomNumber).toBe('1208')
  })

  it.each([
    ['unknown (3002)', refused(3002), 'unknownSite'],
    ['closed (3004)', refused(3004), 'unknownSite'],
    ['no id at all (1008)', refused(1008), 'unknownSite'],
    ['the server is broken (1003): that is no unknown site', refused(1003), 'unreachable'],
    ['no answer', offline, 'unreachable'],
  ])('ends as it must when the code’s site is not read: %s', async (_, failure, end) => {
    const journey = open()
    await journey.answer('resolveQr', fail(failure))
    expect(stateOf(journey)).toBe(end)
  })

  it('reads the site again, and loses nothing that was filled in', async () => {
    const journey = open(preview({ draft: { ...completeDraft, remarks: 'two red bags' } }))
    await journey.answer('resolveQr', fail(offline))
    journey.send({ type: 'placement.retry' })
    await journey.answer('resolveQr', ok({ ...qrSite, roomNumber: '1208' }))
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    const draft = { ...completeDraft, remarks: 'two red bags', roomNumber: '1208' }
    expect(filledIn(journey).context.draft).toEqual(draft)
    expect(journey.snapshot.context.problem).toBe(null)
  })
})

describe('what another tab changes of the draft', () => {
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
    const { draft, photos } = filledIn(journey).context
    return [draft, journey.snapshot.context.draftKey, photoUrls(photos)]
  }

  it.each(['agreeingToTerms', 'awaitingAccount'])('appears while this one is %s', async (state) => {
    const journey = await editing(preview({ agreedTerms: null }), 'editing', false)
    journey.send({ type: 'draft.review' })
    if (state === 'awaitingAccount') journey.send({ type: 'terms.agree' })
    expect(stateOf(journey)).toBe(state)
    journey.send(found)
    expect(stateOf(journey)).toBe(state)
    expect(shown(journey)).toEqual([draft, 'key-found', ['/files/1']])
  })

  it('appears once the site is read, and once it is read again', async () => {
    const journey = open(preview())
    journey.send(found)
    await journey.answer('resolveQr', fail(offline))
    journey.send({ ...found, draftKey: 'key-later' })
    journey.send({ type: 'placement.retry' })
    await journey.answer('resolveQr', ok(qrSite))
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(shown(journey)).toEqual([draft, 'key-later', ['/files/1']])
  })

  it('keeps the destination that was chosen while the one before is read', async () => {
    const { delivery } = completeDraft
    const before = { ...qrSite.site, siteId: 'site-before' }
    const journey = open(preview({ draft: { ...completeDraft, delivery: toDeliveryChoice(before) } }))
    journey.send(found)
    await journey.answer('resolveQr', ok({ ...qrSite, destination: before }))
    expect(filledIn(journey).context.draft.delivery).toEqual(delivery)
  })

  it('makes a price be asked for again, but changes no confirmation', async () => {
    const journey = await editing(preview(), 'confirming')
    expect(stateOf(journey)).toBe('quoting')
    journey.send(found)
    expect(stateOf(journey)).toBe('quoting')
    await journey.answer('quoteOrder', ok(quote()))
    expect(stateOf(journey)).toBe('confirming')
    expect(shown(journey)).toEqual([draft, 'key-found', ['/files/1']])
    journey.send({ ...found, draft: completeDraft, draftKey: 'key-later' })
    expect(shown(journey)).toEqual([draft, 'key-found', ['/files/1']])
  })

  it('ends the order here where it was posted while the site is read', () => {
    const journey = open(preview())
    journey.send({ type: 'draft.posted' })
    expect(stateOf(journey)).toBe('placedInOtherTab')
  })
})

describe('photos', () => {
  it('stores nothing when the other tab changed only words, and shows the photo that it added', async () => {
    const journey = await editing(preview({ photos: ['/files/1'] }))
    const saved = saves(journey)
    const found = { type: 'draft.found', leftReceiver: null, heldPhotos: [], draftKey: 'key-found' } as const
    journey.send({ ...found, draft: { ...completeDraft, remarks: 'two red bags' }, photos: ['/files/1'] })
    expect([filledIn(journey).context.draft.remarks, saves(journey)]).toEqual(['two red bags', saved])
    journey.send({ ...found, draft: completeDraft, photos: ['/files/1', '/files/2'] })
    expect(photoUrls(filledIn(journey).context.photos)).toEqual(['/files/1', '/files/2'])
  })

  it('stops the upload of a photo that is removed, and ignores its late answer', async () => {
    const journey = await editing()
    await addPhoto(journey, '/files/1')
    sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
    await journey.answer('prepare', prepared)
    const upload = journey.open('upload')
    sendPhotos(journey, { type: 'photo.remove', id: 'photo-1' })
    expect(upload.isOpen).toBe(false)
    const saved = saves(journey)
    upload.tell(stored('/files/2'))
    expect(saves(journey)).toBe(saved)
    expect(filledIn(journey).context.photos.map(({ id }) => id)).toEqual(['photo-0'])
    // Its id is not given away again.
    sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
    expect(filledIn(journey).context.photos.map(({ id }) => id)).toEqual(['photo-0', 'photo-2'])
  })

  it('saves photos as soon as they are uploaded', async () => {
    const journey = await editing()
    sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
    await journey.answer('prepare', prepared)
    const saved = saves(journey)
    journey.tell('upload', stored('/files/1') as never)
    expect(saves(journey)).toBe(saved + 1)
  })
})

describe('the quote', () => {
  it('quotes again after 15 minutes, and says why', async () => {
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

  it('posts no quote that ran out while the device slept', async () => {
    const journey = await confirming()
    journey.sleep(15 * minute)
    journey.send({ type: 'order.submit' })
    expect([stateOf(journey), journey.inputs('post')]).toEqual(['quoting', []])
  })

  it('returns to the form and stores it when a time went by while the device slept', async () => {
    const journey = await confirming()
    const saved = saves(journey)
    journey.sleep(Date.parse(completeDraft.pickupTime ?? '') - journey.snapshot.context.now())
    journey.send({ type: 'order.submit' })
    expect([stateOf(journey), saves(journey)]).toEqual([{ editing: 'showingErrors' }, saved + 1])
  })

  it('uses a quote on a device whose clock is hours ahead of the server’s', async () => {
    const journey = await editing(preview())
    journey.send({ type: 'draft.review' })
    await journey.answer('quoteOrder', ok(quote({ validUntil: '2026-11-22T20:15:00Z' })))
    journey.pass(14 * minute)
    expect(stateOf(journey)).toBe('confirming')
    journey.send({ type: 'order.submit' })
    expect(stateOf(journey)).toBe('creating')
  })

  it.each([
    ['refused', refused(3002), { code: 'refused', errorCode: 3002, field: null, reason: null }],
    ['without an answer', offline, { code: 'network' }],
  ])('returns to the form from a quote that is %s', async (_, failure, problem) => {
    const journey = await editing(preview())
    journey.send({ type: 'draft.review' })
    await journey.answer('quoteOrder', fail(failure))
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(journey.snapshot.context.problem).toEqual(problem)
    expect(journey.emitted).toEqual([{ type: 'placement.reopened' }])
  })
})

describe('posting', () => {
  const unreadable: ApiFailure = { kind: 'unexpected', cause: 'bug' }
  it.each<[string, (journey: PlacementJourney) => Promise<void>, string]>([
    ['no answer', (journey) => journey.answer('post', fail(offline)), 'network'],
    ['a defect of the server', (journey) => journey.answer('post', fail(refused(1003))), 'refused'],
    ['an unreadable answer', (journey) => journey.answer('post', fail(unreadable)), 'unexpected'],
    ['a defect', (journey) => journey.fail('post', new Error('bug')), 'unexpected'],
  ])('repeats only the same post under the same key after %s', async (_, answer, code) => {
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

  it('returns to the field of a refusal, and posts under the draft’s key then', async () => {
    const journey = await creating()
    await journey.answer('post', fail(refused(1008, { field: 'pickupTime' })))
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(journey.snapshot.context).toMatchObject({
      submission: null,
      problem: { code: 'refused', errorCode: 1008, field: 'pickupTime', reason: null },
    })
    expect(filledIn(journey).context.openParts).toEqual(['bags', 'when'])
    expect(journey.emitted.at(-1)).toEqual({ type: 'placement.reopened' })
    formOf(journey).send({ type: 'draft.change', patch: { pickupTime: '2026-11-24T11:00:00+08:00' } })
    expect(journey.snapshot.context.problem).toBe(null)
    journey.send({ type: 'draft.review' })
    await journey.answer('quoteOrder', ok(quote()))
    journey.send({ type: 'order.submit' })
    expect(journey.inputs('post').at(-1)).toMatchObject({ idempotencyKey: 'key-1' })
  })

  it('says what the button of the confirmation is about, and at what price', async () => {
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

  it('saves what is to be posted before posting it', async () => {
    const journey = await confirming()
    const saved = saves(journey)
    journey.send({ type: 'order.submit' })
    expect(saves(journey)).toBe(saved + 1)
    expect(journey.snapshot.context.submission).toEqual({ idempotencyKey: 'key-1', body })
  })
})

describe('a reload', () => {
  describe.each(['editing', 'confirming'] as const)('on the page of %s', (resume) => {
    it('repeats a post without an answer under its old key after a reload', async () => {
      const journey = await editing(preview({ submission }), resume)
      expect([stateOf(journey), journey.inputs('post')]).toEqual(['creating', [submission]])
    })

    it('pays for an order that exists after a reload', async () => {
      const journey = await editing(preview({ orderId: 'order-1' }), resume)
      expect([stateOf(journey), journey.inputs('post')]).toEqual(['paying', []])
    })
  })

  it('quotes a complete order again after a reload of its confirmation', async () => {
    const journey = await editing(preview(), 'confirming')
    expect(stateOf(journey)).toBe('quoting')
  })

  it.each([
    ['the pickup has passed', { draft: { ...completeDraft, pickupTime: '2026-11-23T10:00:00+08:00' } }],
    ['there are new terms', { agreedTerms: '2025-01' }],
    ['a photo is missing', { photos: [] }],
  ])('returns from the confirmation to the form after a reload when %s', async (_, changed) => {
    const journey = await editing(preview(changed), 'confirming')
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
  })

  it('asks for agreement to new terms after a reload', async () => {
    const journey = await editing(preview({ agreedTerms: '2025-01' }))
    journey.send({ type: 'draft.review' })
    expect(stateOf(journey)).toBe('agreeingToTerms')
    journey.send({ type: 'terms.decline' })
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
  })

  it('keeps the form as it was reviewed while the terms are shown, and opens it when they are declined', async () => {
    const journey = await editing(preview({ agreedTerms: null }))
    journey.send({ type: 'draft.review' })
    const rename = {
      type: 'draft.change',
      patch: { receiver: { ...completeDraft.receiver, name: 'Late' } },
    } as const
    formOf(journey).send(rename)
    expect(filledIn(journey).context.draft.receiver.name).toBe(completeDraft.receiver.name)
    journey.send({ type: 'terms.decline' })
    formOf(journey).send(rename)
    expect(filledIn(journey).context.draft.receiver.name).toBe('Late')
  })
})

describe('the parts of the form', () => {
  const openParts = (journey: PlacementJourney) => filledIn(journey).context.openParts

  it('folds everything that is finished on the way back from the confirmation', async () => {
    const journey = await confirming()
    journey.send({ type: 'order.edit' })
    expect([stateOf(journey), openParts(journey)]).toEqual([{ editing: 'pristine' }, []])
  })

  it('moves a pickup that passed while the form lay there, and stays at the form', async () => {
    const journey = await editing(preview())
    journey.sleep(Date.parse(completeDraft.pickupTime ?? '') - journey.snapshot.context.now())
    journey.send({ type: 'draft.review' })
    expect(stateOf(journey)).toEqual({ editing: 'showingErrors' })
    expect(selectMovedTimes(filledIn(journey))).toEqual(['pickupTime'])
    expect(selectDraftProblems(filledIn(journey))).toEqual({})
    expect(openParts(journey)).toEqual(['when'])
    formOf(journey).send({
      type: 'draft.change',
      patch: { pickupTime: filledIn(journey).context.draft.pickupTime },
    })
    expect(selectMovedTimes(filledIn(journey))).toEqual([])
  })

  it('shows the form after a reload of the confirmation when its times have moved', async () => {
    const late = { ...completeDraft, pickupTime: '2026-11-01T10:00:00+08:00' }
    const journey = await editing(preview({ draft: late }), 'confirming')
    expect(stateOf(journey)).toEqual({ editing: 'pristine' })
    expect(selectMovedTimes(filledIn(journey))).toContain('pickupTime')
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

  it('unfolds the part that is to be changed from the confirmation', async () => {
    const journey = await confirming()
    journey.send({ type: 'order.edit', part: 'when' })
    expect([stateOf(journey), openParts(journey)]).toEqual([{ editing: 'pristine' }, ['when']])
  })
})
