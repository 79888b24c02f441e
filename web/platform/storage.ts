import type { KeyValueStorage } from '@handsfree/core'

type StorageEvents = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * `localStorage` that never throws: private modes and full disks lose what is written.
 * `area` is read at every use, since merely touching `localStorage` may be forbidden.
 */
export function createStorage(area: () => Storage, events: StorageEvents): KeyValueStorage {
  const known = new Set<string>()
  const attempt = <Value>(work: () => Value): Value | null => {
    try {
      return work()
    } catch {
      return null
    }
  }
  return {
    get(key) {
      known.add(key)
      return attempt(() => area().getItem(key))
    },
    set(key, value) {
      known.add(key)
      attempt(() => area().setItem(key, value))
    },
    remove(key) {
      attempt(() => area().removeItem(key))
    },
    subscribe(listener) {
      const onStorage = ({ key, storageArea }: StorageEvent) => {
        if (storageArea !== attempt(area)) return
        // A null key means that another tab cleared everything.
        for (const changed of key === null ? known : [key]) listener(changed)
      }
      events.addEventListener('storage', onStorage)
      return () => events.removeEventListener('storage', onStorage)
    },
  }
}
