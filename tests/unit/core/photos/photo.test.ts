import { fail, ok } from '@handsfree/core'
import {
  type PhotoActor,
  type PhotoInput,
  type PhotoListener,
  photoMachine,
  releasePreviews,
  selectCanRetryPhoto,
  selectPhotoIsBusy,
  selectPhotoPreview,
  selectPhotoProblem,
  selectPhotoProgress,
  selectPhotoUrl,
} from '@handsfree/core/photos'
import { expect, it } from 'vitest'
import { type AnyEventObject, createActor, fromTransition } from 'xstate'
import { offline, refused } from '../../models/samples.ts'
import { Journey } from '../journey.ts'

const prepared = ok({ source: 'small', bytes: 90_000, preview: 'blob:1' })
const stored = { type: 'upload.finished', file: { url: '/files/1', width: 1200, height: 900 } } as const

const open = (from: PhotoInput['from'] = { kind: 'source', source: 'picture' }, hasAccount = true) => {
  const told: AnyEventObject[] = []
  const listener = createActor(
    fromTransition((state: null, event: AnyEventObject) => {
      told.push(event)
      return state
    }, null),
  ).start()
  const journey = new Journey(photoMachine, () => ({
    id: 'photo-3',
    from,
    heldKey: hasAccount ? null : 'key-1',
    sendingKey: null,
    hasAccount,
    listener: listener as unknown as PhotoListener,
  }))
  return { journey, told }
}
const uploading = async () => {
  const { journey, told } = open()
  await journey.answer('prepare', prepared)
  return { journey, told }
}
const changed = { type: 'photo.changed', id: 'photo-3' }

it('holds a visitor’s photo, and uploads it on sign-in', async () => {
  const { journey, told } = open({ kind: 'source', source: 'picture' }, false)
  await journey.answer('prepare', prepared)
  expect([journey.value, journey.snapshot.hasTag('busy'), journey.inputs('upload'), told]).toEqual([
    { held: 'storing' },
    true,
    [],
    [],
  ])
  expect(journey.inputs('hold')).toEqual([{ key: 'key-1', image: prepared.value }])
  await journey.answer('hold', ok(undefined))
  expect([journey.value, journey.snapshot.hasTag('busy'), told]).toEqual([
    { held: 'stored' },
    false,
    [changed],
  ])
  journey.send({ type: 'account.signedIn' })
  expect([journey.value, journey.inputs('upload')]).toEqual(['uploading', [{ image: prepared.value }]])
})

it.each<[string, (journey: ReturnType<typeof open>['journey']) => unknown]>([
  ['refuses', (journey) => journey.fail('hold', new Error('QuotaExceededError'))],
  ['never answers', (journey) => journey.pass(5_000)],
])('holds a photo in memory and uploads it on sign-in if the storage %s', async (_, end) => {
  const { journey, told } = open({ kind: 'source', source: 'picture' }, false)
  await journey.answer('prepare', prepared)
  await end(journey)
  expect([journey.value, told]).toEqual([{ held: 'notStored' }, [changed]])
  journey.send({ type: 'account.signedIn' })
  expect(journey.inputs('upload')).toEqual([{ image: prepared.value }])
})

it('prepares and uploads a photo with its progress, and keeps its URL', async () => {
  const { journey, told } = await uploading()
  expect(journey.inputs('prepare')).toEqual([{ source: 'picture' }])
  expect(journey.inputs('upload')).toEqual([{ image: prepared.value }])
  const progress = [0.25, 0.75, 1.2, -1].map((share) => {
    journey.sendFrom('upload', { type: 'upload.progressed', share })
    return selectPhotoProgress(journey.snapshot)
  })
  expect(progress).toEqual([0.25, 0.75, 1, 0])
  expect([selectPhotoIsBusy(journey.snapshot), told]).toEqual([true, []])
  journey.sendFrom('upload', stored)
  expect([
    journey.value,
    selectPhotoUrl(journey.snapshot),
    selectPhotoProgress(journey.snapshot),
    selectPhotoPreview(journey.snapshot),
    selectPhotoIsBusy(journey.snapshot),
    told,
  ]).toEqual([{ uploaded: 'shown' }, '/files/1', 1, 'blob:1', false, [changed]])
})

const shown = ({ value, snapshot }: ReturnType<typeof open>['journey']) => [
  value,
  selectPhotoPreview(snapshot),
  selectPhotoUrl(snapshot),
]
const former = { kind: 'uploaded', url: '/files/7?signature=old' } as const

it('shows a photo from an earlier visit as uploaded, with a newly signed URL', async () => {
  const { journey, told } = open(former)
  expect(shown(journey)).toEqual([{ uploaded: 'signing' }, null, former.url])
  expect([journey.inputs('signAgain'), told]).toEqual([[{ url: former.url }], [changed]])
  await journey.answer('signAgain', ok({ url: '/files/7?signature=new', width: 4, height: 3 }))
  expect(shown(journey)).toEqual([{ uploaded: 'shown' }, '/files/7?signature=new', former.url])
})

it('releases a photo’s preview when it is removed or its owner stops', async () => {
  const released: string[] = []
  const { journey: first } = open()
  const { journey: second } = open()
  await first.answer('prepare', ok({ ...prepared.value, release: () => released.push('first') }))
  await second.answer('prepare', ok({ ...prepared.value, release: () => released.push('second') }))
  type Photos = readonly PhotoActor[]
  const both = [first.actor, second.actor] as unknown as Photos
  const owner = createActor(
    // Stopping an actor sends it one last event.
    fromTransition(
      (kept: { photos: Photos }, { type, photos }: { type: 'keep'; photos: Photos }) =>
        type === 'keep' ? { photos } : kept,
      { photos: both },
    ),
  )
  releasePreviews(owner)
  owner.start()
  owner.send({ type: 'keep', photos: both.slice(1) })
  expect(released).toEqual(['first'])
  owner.stop()
  expect(released).toEqual(['first', 'second'])
})

it.each([
  ['not a picture', { code: 'unsupportedType' }],
  ['damaged', { code: 'damaged' }],
  ['too large', { code: 'tooLarge', sizeLimitMb: 10 }],
] as const)('does not offer a retry of a photo that is %s', async (_, problem) => {
  const { journey, told } = open()
  await journey.answer('prepare', fail(refused(1008, problem)))
  expect([selectPhotoProblem(journey.snapshot), selectCanRetryPhoto(journey.snapshot), told]).toEqual([
    problem,
    false,
    [changed],
  ])
  journey.send({ type: 'photo.retry' })
  expect(journey.value).toBe('failed')
})

it('retries a photo that could not be read', async () => {
  const { journey, told } = open()
  await journey.answer('prepare', fail(refused(1008, { code: 'unreadable' })))
  journey.send({ type: 'photo.retry' })
  expect([journey.value, selectPhotoProblem(journey.snapshot)]).toEqual(['preparing', null])
  await journey.fail('prepare', new Error('broken'))
  expect(selectPhotoProblem(journey.snapshot)).toEqual({ code: 'unexpected' })
  expect(told).toEqual([changed, changed, changed])
})

it.each([
  ['no answer', offline, { code: 'network' }],
  ['a refusal', refused(1008), { code: 'refused', errorCode: 1008 }],
  [
    'too many photos at once',
    refused(1012, { field: 'photosAtOnce', retryAfter: 10 }),
    { code: 'photosAtOnce' },
  ],
  ['too many photos today', refused(1012, { field: 'photosToday' }), { code: 'photosToday' }],
  ['an unreadable answer', { kind: 'unexpected', cause: 'bug' }, { code: 'unexpected' }],
] as const)('restarts the upload without preparing the photo again after %s', async (_, failure, problem) => {
  const { journey, told } = await uploading()
  journey.sendFrom('upload', { type: 'upload.progressed', share: 0.5 })
  journey.sendFrom('upload', { type: 'upload.failed', failure })
  expect([selectPhotoProblem(journey.snapshot), selectPhotoUrl(journey.snapshot)]).toEqual([problem, null])
  journey.send({ type: 'photo.retry' })
  expect([journey.value, selectPhotoProgress(journey.snapshot), journey.inputs('prepare').length]).toEqual([
    'uploading',
    0,
    1,
  ])
  journey.sendFrom('upload', stored)
  expect([journey.value, selectPhotoProblem(journey.snapshot), told]).toEqual([
    { uploaded: 'shown' },
    null,
    [changed, changed, changed],
  ])
})

it('times out an upload after 60 s, and ignores its late answer', async () => {
  const { journey } = await uploading()
  const upload = journey.openCall('upload')
  journey.pass(59_999)
  expect(journey.value).toBe('uploading')
  journey.pass(1)
  expect([selectPhotoProblem(journey.snapshot), upload.isOpen]).toEqual([{ code: 'network' }, false])
  upload.sendBack(stored)
  expect(journey.value).toBe('failed')
})
