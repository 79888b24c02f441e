import { type PhotoSetInput, photoSetMachine, photoUrls, summarizePhotos } from '@handsfree/core/photos'
import { createEmptyActor } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { photoWorld } from './photo-world.ts'

const limit = 3
const start =
  (urls: readonly string[], held: readonly string[] = []) =>
  ({ newKey }: Pick<PhotoSetInput, 'newKey'>): PhotoSetInput => ({
    urls,
    held,
    limit,
    hasAccount: false,
    newKey,
    listener: createEmptyActor() as unknown as PhotoSetInput['listener'],
  })

/** One form's photos. Each photo's result is an outcome. */
export const photoSetModel = defineModel<typeof photoSetMachine>({
  machine: photoSetMachine,
  starts: {
    'an empty form': start([]),
    'photos of an earlier visit': start(['/files/1', '/files/2']),
    'photos of a visitor': start([], ['key-left']),
  },
  samples: {
    'photo.add': { one: { sources: ['picture'] }, 'too many': { sources: ['a', 'b', 'c', 'd'] } },
    'photo.remove': { '': { id: 'photo-0' } },
    'photo.changed': {
      held: { id: 'photo-0' },
      uploaded: { id: 'photo-0' },
      failed: { id: 'photo-0' },
      'uploading again': { id: 'photo-0' },
    },
    'photos.found': {
      one: { urls: ['/files/1'], held: [] },
      held: { urls: [], held: ['key-left'] },
      none: { urls: [], held: [] },
    },
    'account.signedIn': { '': {} },
  },
  sentBy: { 'photo.changed': 'photo-0' },
  outcomes: {},
  facts: ({ context: { photos, photosLeftOut } }) => ({
    ...summarizePhotos(photos),
    urls: photoUrls(photos).join(),
    leftOut: photosLeftOut > 0,
  }),
  laws: {
    'there are never more photos than the limit': ({ snapshot }) => snapshot.context.photos.length <= limit,
    'a photo is added exactly while there is room': ({ snapshot }) =>
      snapshot.can({ type: 'photo.add', sources: ['picture'] }) === snapshot.context.photos.length < limit,
    'no photo is listed twice': ({ snapshot: { context } }) =>
      new Set(context.photos.map(({ id }) => id)).size === context.photos.length &&
      new Set(photoUrls(context.photos)).size === photoUrls(context.photos).length,
  },
  simple: { steps: 8, paths: 40 },
  spawned: photoWorld,
})
