import { ok } from '@handsfree/core'
import {
  type DraftFormInput,
  draftFormMachine,
  emptyDraft,
  selectDraftProblems,
  selectFirstProblem,
  selectIsPartOpen,
  selectShownProblems,
} from '@handsfree/core/booking'
import { type PhotoSetEvent, photoMachine, photoSetMachine, selectCanAddPhotos } from '@handsfree/core/photos'
import { describe, expect, it } from 'vitest'
import { createEmptyActor } from 'xstate'
import { completeDraft, me } from '../../models/form-world.ts'
import { offline, qrSite } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const open = (begins: Partial<DraftFormInput> = {}) =>
  new Journey(
    draftFormMachine,
    ({ now, newKey }): DraftFormInput => ({
      place: qrSite,
      draft: emptyDraft(me),
      leftReceiver: null,
      openParts: ['route', 'when'],
      photos: { urls: [], held: [] },
      hasAccount: true,
      now,
      newKey,
      me: () => me,
      isValidPhone: ({ phoneNumber }) => phoneNumber.length === 11,
      listener: createEmptyActor() as unknown as DraftFormInput['listener'],
      ...begins,
    }),
    (fake) => {
      const photo = photoMachine.provide({ actors: { prepare: fake, upload: fake } as never })
      return { photoSet: photoSetMachine.provide({ actors: { photo } }) }
    },
  )
type FormJourney = ReturnType<typeof open>

const prepared = ok({ source: 'small', bytes: 90_000, preview: 'blob:1' })
const stored = (url: string) => ({ type: 'upload.finished', file: { url, width: 1200, height: 900 } })

const photoSetOf = ({ snapshot }: FormJourney) => snapshot.context.photoSet
const sendPhotos = (journey: FormJourney, event: PhotoSetEvent) => photoSetOf(journey).send(event)
const addPhoto = async (journey: FormJourney, url: string) => {
  sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
  await journey.answer('prepare', prepared)
  journey.sendFrom('upload', stored(url) as never)
}

describe('the problems of a draft', () => {
  it('caches a draft’s problems until its pickup time has passed', () => {
    const journey = open()
    journey.send({ type: 'draft.change', patch: completeDraft })
    const { context } = journey.snapshot
    let at = context.now()
    let validated = 0
    const isValidPhone = () => {
      validated += 1
      return true
    }
    const snapshot = { ...journey.snapshot, context: { ...context, now: () => at, isValidPhone } }
    const problems = () => selectDraftProblems(snapshot as typeof journey.snapshot)
    expect(problems()).toEqual({ photos: 'photosRequired' })
    expect(problems()).toBe(problems())
    expect(validated).toBe(1)
    at = Date.parse(completeDraft.pickupTime ?? '')
    expect(problems()).toEqual({ photos: 'photosRequired', pickupTime: 'pickupTimePassed' })
  })

  it('validates a draft once per change, however often its problems are selected', () => {
    let checked = 0
    const isValidPhone = () => {
      checked += 1
      return true
    }
    const journey = open({ isValidPhone })
    journey.send({ type: 'draft.change', patch: completeDraft })
    checked = 0
    journey.send({ type: 'draft.change', patch: { remarks: 'Two bags' } })
    selectDraftProblems(journey.snapshot)
    selectShownProblems(journey.snapshot)
    selectIsPartOpen(journey.snapshot, 'bags')
    expect(checked).toBe(1)
  })

  it('blocks the order while photos upload or after one failed, each with its own problem', async () => {
    const journey = open()
    journey.send({ type: 'draft.change', patch: completeDraft })
    sendPhotos(journey, { type: 'photo.add', sources: ['picture'] })
    expect(selectFirstProblem(journey.snapshot)).toEqual({ field: 'photos', problem: 'photosUploading' })
    await journey.answer('prepare', prepared)
    journey.sendFrom('upload', { type: 'upload.failed', failure: offline } as never)
    expect(selectFirstProblem(journey.snapshot)).toEqual({ field: 'photos', problem: 'photosFailed' })
    const [photo] = journey.snapshot.context.photos
    photo?.send({ type: 'photo.retry' })
    expect(selectFirstProblem(journey.snapshot)).toEqual({ field: 'photos', problem: 'photosUploading' })
    journey.sendFrom('upload', stored('/files/1') as never)
    expect(selectFirstProblem(journey.snapshot)).toBe(null)
  })
})

describe('the receiver', () => {
  it('requires a name and number when the receiver is another person', () => {
    const journey = open({ draft: completeDraft, photos: { urls: ['/files/1'], held: [] } })
    journey.send({ type: 'receiver.choose', who: 'other' })
    expect(selectDraftProblems(journey.snapshot)).toEqual({
      receiverName: 'receiverNameRequired',
      receiverPhone: 'receiverPhoneRequired',
    })
    journey.send({ type: 'receiver.choose', who: 'me' })
    expect(journey.snapshot.context.draft.receiver).toEqual(me)
  })

  it('keeps each receiver’s typed details when switching between them', () => {
    const nobody = { ...me, name: '', phoneNumber: '' } as const
    const ada = { ...me, name: 'Ada', phoneNumber: '13900139000' } as const
    const robin = {
      who: 'other',
      name: 'Robin',
      dialCode: '44',
      phoneNumber: '7911123456',
      save: true,
    } as const
    let profile: typeof nobody | typeof me = nobody
    const journey = open({ me: () => profile })
    const choose = (who: 'me' | 'other') => {
      journey.send({ type: 'receiver.choose', who })
      return journey.snapshot.context.draft.receiver
    }
    journey.send({ type: 'draft.change', patch: { receiver: ada } })
    expect(choose('other')).toEqual({ who: 'other', name: '', dialCode: '86', phoneNumber: '' })
    journey.send({ type: 'draft.change', patch: { receiver: robin } })
    expect([choose('me'), choose('other')]).toEqual([ada, robin])
    // Choosing a saved recipient keeps the traveller's own details.
    choose('me')
    journey.send({ type: 'draft.change', patch: { receiver: robin } })
    expect([choose('me'), choose('other')]).toEqual([ada, robin])
    // A complete profile replaces the traveller's typed details.
    profile = me
    expect([choose('me'), choose('other')]).toEqual([me, robin])
  })
})

describe('the parts of the form', () => {
  const openParts = ({ snapshot }: FormJourney) => snapshot.context.openParts

  it('unfolds the next unfinished part, and folds the route once its place is chosen', async () => {
    const journey = open()
    // The times are a guess, which the traveller sees.
    expect(openParts(journey)).toEqual(['route', 'when'])
    journey.send({ type: 'draft.change', patch: { delivery: completeDraft.delivery } })
    expect(openParts(journey)).toEqual(['when', 'bags'])
    journey.send({ type: 'draft.change', patch: { deliveryTime: completeDraft.deliveryTime } })
    expect(openParts(journey)).toEqual(['when', 'bags'])
    journey.send({ type: 'part.close', part: 'when' })
    expect(openParts(journey)).toEqual(['bags'])
    await addPhoto(journey, '/files/1')
    expect(openParts(journey)).toEqual(['bags'])
    journey.send({ type: 'part.close', part: 'bags' })
    expect(openParts(journey)).toEqual([])
    journey.send({ type: 'receiver.choose', who: 'other' })
    expect(openParts(journey)).toEqual(['receiver'])
  })

  it('folds finished parts once the traveller edits a part below them', async () => {
    const journey = open()
    journey.send({ type: 'draft.change', patch: { delivery: completeDraft.delivery } })
    // The profile fills in the receiver, so the traveller hasn't reached that part.
    journey.send({ type: 'receiver.choose', who: 'me' })
    expect(openParts(journey)).toEqual(['when', 'bags'])
    journey.send({ type: 'draft.change', patch: { pieces: 2 } })
    expect(openParts(journey)).toEqual(['bags'])
    journey.send({ type: 'part.open', part: 'when' })
    await addPhoto(journey, '/files/1')
    expect(openParts(journey)).toEqual(['bags'])
    // Typing in a part doesn't fold that part or the parts below it.
    journey.do({ type: 'part.open', part: 'receiver' }, { type: 'receiver.choose', who: 'other' })
    expect(openParts(journey)).toEqual(['receiver'])
    journey.send({ type: 'part.open', part: 'when' })
    journey.send({ type: 'draft.change', patch: { pickupTime: completeDraft.pickupTime } })
    expect(openParts(journey)).toEqual(['when', 'receiver'])
    const robin = { who: 'other', name: 'Robin', dialCode: '86', phoneNumber: '' } as const
    journey.send({ type: 'draft.change', patch: { receiver: robin } })
    expect(openParts(journey)).toEqual(['receiver'])
  })
})

it('accepts at most nine photos', () => {
  const journey = open({ photos: { urls: ['/files/1'], held: [] } })
  sendPhotos(journey, { type: 'photo.add', sources: Array.from({ length: 12 }, () => 'picture') })
  expect(journey.snapshot.context.photos).toHaveLength(9)
  expect(selectCanAddPhotos(photoSetOf(journey).getSnapshot())).toBe(false)
  sendPhotos(journey, { type: 'photo.remove', id: 'photo-0' })
  expect(selectCanAddPhotos(photoSetOf(journey).getSnapshot())).toBe(true)
})
