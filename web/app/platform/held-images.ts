import type { HeldImages } from '@handsfree/core'
import { clear, createStore, delMany, get, keys, set } from 'idb-keyval'
import { browserCodec } from './image.ts'

/** Bytes, not a `Blob`: WebKit has lost blobs of a database when the browser was closed. */
type Held = { bytes: ArrayBuffer; type: string }

const store = createStore('handsfree', 'photos')

/** Prepared pictures in IndexedDB. In a browser without it, or a full one, each call rejects. */
export const heldImages: HeldImages = {
  put: async (key, { source }) => {
    const picture = source as Blob
    const held: Held = { bytes: await picture.arrayBuffer(), type: picture.type }
    await set(key, held, store)
  },
  get: async (key) => {
    const held = await get<Held>(key, store)
    if (!held) return null
    const source = new Blob([held.bytes], { type: held.type })
    return { source, bytes: source.size, ...browserCodec.previewOf(source) }
  },
  remove: (removed) => delMany([...removed], store),
  keepOnly: async (kept) => {
    if (kept.length === 0) return clear(store)
    const others = (await keys<string>(store)).filter((key) => !kept.includes(key))
    if (others.length > 0) await delMany(others, store)
  },
}
