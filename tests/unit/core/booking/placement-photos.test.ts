import { draftFormMachine, placementMachine, selectDraftProblems } from '@handsfree/core/booking'
import { photoMachine, photoSetMachine } from '@handsfree/core/photos'
import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import type { PreparedImage } from '../../../../core/lib/platform.ts'
import type { PhotoEvent } from '../../../../core/photos/photo.ts'
import { qrSite } from '../../models/samples.ts'
import { formSnapshotOf } from './form-of.ts'

const startPlacement = (photo: typeof photoMachine) =>
  createActor(
    placementMachine.provide({
      actors: {
        resolveQr: fromPromise(async () => qrSite),
        draftForm: draftFormMachine.provide({
          actors: { photoSet: photoSetMachine.provide({ actors: { photo } }) },
        }),
      },
      actions: { saveDraft: () => {} },
    }),
    {
      input: {
        qrId: 'demo-hotel-desk',
        restored: null,
        resume: 'editing',
        hasAccount: true,
        now: () => 0,
        newKey: () => '0'.repeat(32),
        me: () => ({ who: 'me', name: 'Ada', dialCode: '86', phoneNumber: '13812342046' }),
        isValidPhone: () => true,
        missingConsent: () => null,
      },
    },
  ).start()

test('counts the photos that exceed the limit, until the next change', async () => {
  const photo = photoMachine.provide({
    actors: { prepare: fromPromise<PreparedImage, { source: unknown }>(() => new Promise(() => {})) },
  })
  const placement = startPlacement(photo)
  await waitFor(placement, (snapshot) => snapshot.matches('editing'))
  const photos = () => formSnapshotOf(placement).context.photos
  const photoSet = () => formSnapshotOf(placement).context.photoSet
  const counts = () => ({
    photos: photos().length,
    photosLeftOut: photoSet().getSnapshot().context.photosLeftOut,
  })
  photoSet().send({ type: 'photo.add', sources: Array(4).fill('bag') })
  expect(counts()).toEqual({ photos: 4, photosLeftOut: 0 })
  photoSet().send({ type: 'photo.add', sources: Array(8).fill('bag') })
  expect(counts()).toEqual({ photos: 9, photosLeftOut: 3 })
  photoSet().send({ type: 'photo.remove', id: photos()[0]?.id ?? '' })
  expect(counts()).toEqual({ photos: 8, photosLeftOut: 0 })
})

test('updates the form’s snapshot when a photo has been uploaded', async () => {
  const image = { source: 'bag', bytes: 1, preview: 'blob:bag' }
  let finish = () => {}
  const photo = photoMachine.provide({
    actors: {
      prepare: fromPromise<PreparedImage, { source: unknown }>(async () => image),
      upload: fromCallback<PhotoEvent, { image: PreparedImage | null }>(({ sendBack }) => {
        const file = { url: '/files/bag', width: 4, height: 3 }
        finish = () => sendBack({ type: 'upload.finished', file })
      }),
    },
  })
  const placement = startPlacement(photo)
  await waitFor(placement, (snapshot) => snapshot.matches('editing'))
  formSnapshotOf(placement).context.photoSet.send({ type: 'photo.add', sources: ['bag'] })
  await waitFor(formSnapshotOf(placement).context.photos[0]!, (snapshot) => snapshot.matches('uploading'))
  const before = formSnapshotOf(placement)
  expect(selectDraftProblems(before).photos).toBe('photosUploading')

  finish()
  // React reads a selector again only if the snapshot changed.
  expect(formSnapshotOf(placement)).not.toBe(before)
  expect(selectDraftProblems(formSnapshotOf(placement)).photos).toBeUndefined()
})
