import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  enqueueActions,
  type Snapshot,
  sendTo,
  setup,
  stopChild,
} from 'xstate'
import type { ImageSource } from '../lib/platform.ts'
import { type PhotoActor, photoMachine } from './photo.machine.ts'
import {
  hasSamePhotos,
  isListed,
  missingPhotos,
  type PhotosOfDraft,
  restoredPhotoInputs,
} from './photo-set.ts'

/** Sent when a photo was added, removed, uploaded, failed, or retried. */
export type PhotosChanged = { type: 'photos.changed'; photos: readonly PhotoActor[] }

export type PhotoSetInput = PhotosOfDraft & {
  limit: number
  hasAccount: boolean
  /** 128 random bits as hex. */
  newKey: () => string
  listener: ActorRef<Snapshot<unknown>, PhotosChanged>
}

export type PhotoSetEvent =
  | { type: 'photo.add'; sources: readonly ImageSource[] }
  | { type: 'photo.remove'; id: string }
  | { type: 'photo.changed'; id: string }
  /** The same draft's photos in another tab. */
  | ({ type: 'photos.found' } & PhotosOfDraft)
  | { type: 'account.signedIn' }

type PhotoSetContext = PhotoSetInput & {
  photos: readonly PhotoActor[]
  photosMade: number
  /** How many of the last chosen pictures exceeded the limit. */
  photosLeftOut: number
}

/** The photos of one form, each with its own upload. */
export const photoSetMachine = setup({
  types: {
    input: {} as PhotoSetInput,
    context: {} as PhotoSetContext,
    events: {} as PhotoSetEvent,
  },
  actors: { photo: photoMachine },
  actions: {
    addPhotos: assign(({ context, event, self, spawn }) => {
      assertEvent(event, 'photo.add')
      const room = context.limit - context.photos.length
      const { hasAccount, newKey } = context
      const added = event.sources.slice(0, room).map((source, index) => {
        const id = `photo-${context.photosMade + index}`
        const key = newKey()
        const [heldKey, sendingKey] = hasAccount ? [null, key] : [key, null]
        const from = { kind: 'source' as const, source }
        return spawn('photo', { id, input: { id, from, heldKey, sendingKey, hasAccount, listener: self } })
      })
      return {
        photos: [...context.photos, ...added],
        photosMade: context.photosMade + added.length,
        photosLeftOut: event.sources.length - added.length,
      }
    }),
    // Keeps this tab's unsent photos; keeps others only if they are listed.
    adoptPhotos: assign(({ context, event, self, spawn }) => {
      assertEvent(event, 'photos.found')
      const listedPhotos = context.photos.filter((photo) => isListed(photo, event))
      const newPhotoInputs = restoredPhotoInputs(missingPhotos(event, listedPhotos))
      const { hasAccount } = context
      const added = newPhotoInputs.slice(0, context.limit - listedPhotos.length).map((left, index) => {
        const id = `photo-${context.photosMade + index}`
        return spawn('photo', { id, input: { id, ...left, hasAccount, listener: self } })
      })
      return {
        photos: [...listedPhotos, ...added],
        photosMade: context.photosMade + added.length,
        photosLeftOut: newPhotoInputs.length - added.length,
      }
    }),
    setAccount: assign({ hasAccount: true }),
    forwardAccount: enqueueActions(({ context, event, enqueue }) => {
      for (const photo of context.photos) enqueue.sendTo(photo, event as { type: 'account.signedIn' })
    }),
    stopPhoto: stopChild(({ event }) => {
      assertEvent(event, 'photo.remove')
      return event.id
    }),
    removePhoto: assign(({ context, event }) => {
      assertEvent(event, 'photo.remove')
      return { photos: context.photos.filter(({ id }) => id !== event.id), photosLeftOut: 0 }
    }),
    // A new array, so that views recompute.
    refreshPhotos: assign({ photos: ({ context }) => [...context.photos] }),
    notifyListener: sendTo(
      ({ context }) => context.listener,
      ({ context }) => ({ type: 'photos.changed' as const, photos: context.photos }),
    ),
  },
  guards: {
    isFull: ({ context }) => context.photos.length >= context.limit,
    hasChanges: ({ context, event }) => {
      assertEvent(event, 'photos.found')
      return Boolean(event.urls && event.held) && !hasSamePhotos(event, context.photos)
    },
    hasRoom: ({ context }) => context.photos.length < context.limit,
  },
}).createMachine({
  id: 'photoSet',
  context: ({ input, self, spawn }) => ({
    ...input,
    photos: restoredPhotoInputs(input).map((left, index) => {
      const id = `photo-${index}`
      return spawn('photo', { id, input: { id, ...left, hasAccount: input.hasAccount, listener: self } })
    }),
    photosMade: input.urls.length + input.held.length,
    photosLeftOut: 0,
  }),
  on: {
    'photo.remove': { actions: ['stopPhoto', 'removePhoto', 'notifyListener'] },
    'photo.changed': { actions: ['refreshPhotos', 'notifyListener'] },
    'account.signedIn': { actions: ['setAccount', 'forwardAccount'] },
    'photos.found': {
      guard: 'hasChanges',
      actions: ['adoptPhotos', 'notifyListener'],
      description: 'Skips unchanged lists: reporting one would make the form overwrite another tab’s text.',
    },
  },
  initial: 'open',
  states: {
    open: {
      always: { guard: 'isFull', target: 'full' },
      on: { 'photo.add': { actions: ['addPhotos', 'notifyListener'] } },
    },
    full: {
      description: 'The limit is reached. Remove a photo to add another.',
      always: { guard: 'hasRoom', target: 'open' },
    },
  },
})

export type PhotoSetActor = ActorRefFrom<typeof photoSetMachine>
