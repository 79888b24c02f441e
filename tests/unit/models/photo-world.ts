import type { PhotoActor, PhotoSetActor } from '@handsfree/core/photos'
import type { SpawnedStates } from '../../../statecharts/paths/machine-model.ts'

type PhotoState = 'held' | 'uploading' | 'uploaded' | 'failed'

const photoSnapshot = (url: string, state: () => PhotoState) => ({
  status: 'active',
  output: undefined,
  error: undefined,
  get context() {
    return { url: state() === 'uploaded' ? url : null, heldKey: null, sendingKey: null }
  },
  matches: (wanted: string) => state() === wanted,
  hasTag: () => state() === 'uploading',
})

const fakePhoto = (id: string, url: string, state: PhotoState) =>
  ({ id, getSnapshot: () => photoSnapshot(url, () => state) }) as unknown as PhotoActor

const changed = (...photos: readonly PhotoActor[]) => ({ photos })

/** A photo set's reports to its form, with at most one photo. */
export const photosChanged = {
  none: changed(),
  held: changed(fakePhoto('photo-0', '/files/photo-0', 'held')),
  uploading: changed(fakePhoto('photo-0', '/files/photo-0', 'uploading')),
  uploaded: changed(fakePhoto('photo-0', '/files/photo-0', 'uploaded')),
  failed: changed(fakePhoto('photo-0', '/files/photo-0', 'failed')),
}

const photoSetSnapshot = (urls: readonly string[]) => ({
  status: 'active',
  context: { photos: urls.map((url, index) => fakePhoto(`photo-${index}`, url, 'uploaded')) },
})

export const photoSetOf = (urls: readonly string[]) =>
  ({ getSnapshot: () => photoSetSnapshot(urls) }) as unknown as PhotoSetActor

/** A photo set without behaviour; the model's steps send its reports. */
const photoSetLogic = {
  getInitialSnapshot: (_: unknown, { urls }: { urls: readonly string[] }) => photoSetSnapshot(urls),
  transition: (snapshot: unknown) => snapshot,
  getPersistedSnapshot: () => ({}),
}

/** Provides the photo set for a form that spawns one. */
export const photoSetWorld = {
  ids: ['photoSet'],
  start: {},
  after: (world: SpawnedStates) => world,
  logic: () => ({ photoSet: photoSetLogic }),
}

/** Whether a traveller can cause this report by adding, retrying, awaiting or removing a photo. */
export function canPhotosChange(photos: readonly PhotoActor[], label: string, hasAccount: boolean): boolean {
  const [photo] = photos
  if (!photo) return label === (hasAccount ? 'uploading' : 'held')
  if (label === 'none') return true
  if (label === 'held') return false
  const now = photo.getSnapshot()
  if (now.matches('held')) return hasAccount && label === 'uploading'
  if (now.matches('failed')) return label === 'uploading'
  return now.hasTag('busy') && label !== 'uploading'
}

/** A photo without logic; the world has its state. */
const photoLogic = (world: () => SpawnedStates) => {
  type Input = { id: string; from: { kind: string; url?: string } }
  return {
    getInitialSnapshot: (_: unknown, { id, from }: Input) =>
      photoSnapshot(from.url ?? `/files/${id}`, () =>
        from.kind === 'uploaded' ? 'uploaded' : ((world()[id] ?? 'uploading') as PhotoState),
      ),
    transition: (snapshot: unknown) => snapshot,
    getPersistedSnapshot: () => ({}),
  }
}

type PhotoEvent = { type: string; sources?: readonly unknown[]; id?: string }

/** Photos that a machine spawns. The first one reports its state. */
export const photoWorld = {
  ids: ['photo-0'],
  start: {},
  after: (
    world: SpawnedStates,
    { type, sources = [], id = '' }: PhotoEvent,
    label: string,
  ): SpawnedStates => {
    if (type === 'photo.add') {
      const made = Object.keys(world).length
      const ids = sources.map((_, index) => [`photo-${made + index}`, 'uploading'])
      return { ...world, ...Object.fromEntries(ids) }
    }
    if (type !== 'photo.changed') return world
    return { ...world, [id]: label === 'uploading again' ? 'uploading' : label }
  },
  logic: (world: () => SpawnedStates) => ({ photo: photoLogic(world) }),
}
