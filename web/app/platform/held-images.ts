import type { HeldImages } from '@handsfree/core'
import { clear, createStore, delMany, get, keys, set } from 'idb-keyval'
import { browserCodec } from './image.ts'

/** Bytes, because WebKit has lost stored `Blob`s when the browser closed. */
type StoredImage = { bytes: ArrayBuffer; type: string }

/** Prepared images in an IndexedDB. Calls reject if it is unavailable or full. */
export function createHeldImages(database: string): HeldImages {
  const store = createStore(database, 'photos')
  return {
    put: async (key, { source }) => {
      const picture = source as Blob
      const held: StoredImage = { bytes: await picture.arrayBuffer(), type: picture.type }
      await set(key, held, store)
    },
    get: async (key) => {
      const held = await get<StoredImage>(key, store)
      if (!held) return null
      const source = new Blob([held.bytes], { type: held.type })
      return { source, bytes: source.size, ...browserCodec.previewOf(source) }
    },
    remove: (removed) => delMany([...removed], store),
    keepOnly: async (keptKeys) => {
      if (keptKeys.length === 0) return clear(store)
      const others = (await keys<string>(store)).filter((key) => !keptKeys.includes(key))
      if (others.length > 0) await delMany(others, store)
    },
  }
}
