import type { World } from './machine-model.ts'

/** A photo that has no life of its own: what became of it stands in the world. */
const photoLogic = (world: () => World) => {
  type Input = { id: string; from: { kind: string; url?: string } }
  return {
    getInitialSnapshot: (_: unknown, { id, from }: Input) => {
      const state = () => (from.kind === 'uploaded' ? 'uploaded' : (world()[id] ?? 'uploading'))
      return {
        status: 'active',
        output: undefined,
        error: undefined,
        get context() {
          return { url: state() === 'uploaded' ? `/files/${id}` : null }
        },
        matches: (wanted: string) => state() === wanted,
        hasTag: () => state() === 'uploading',
      }
    },
    transition: (snapshot: unknown) => snapshot,
    getPersistedSnapshot: () => ({}),
  }
}

type PhotoEvent = { type: string; sources?: readonly unknown[]; id?: string }

/** Photos that a machine spawns, the first of which tells what became of it. */
export const photoWorld = {
  ids: ['photo-0'],
  start: {},
  after: (world: World, { type, sources = [], id = '' }: PhotoEvent, label: string): World => {
    if (type === 'photo.add') {
      const made = Object.keys(world).length
      const ids = sources.map((_, index) => [`photo-${made + index}`, 'uploading'])
      return { ...world, ...Object.fromEntries(ids) }
    }
    if (type !== 'photo.changed') return world
    return { ...world, [id]: label === 'uploading again' ? 'uploading' : label }
  },
  logic: (world: () => World) => ({ photo: photoLogic(world) }),
}
