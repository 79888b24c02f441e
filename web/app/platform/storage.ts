import type { KeyValueStorage } from '@handsfree/core'

type StorageEvents = Pick<Window, 'addEventListener'>

/**
 * `localStorage` that never throws. Rejected writes (private mode, full disk) stay in memory until the page unloads.
 * `area` is called on every access, because reading `localStorage` may throw.
 */
export function createStorage(area: () => Storage, events: StorageEvents): KeyValueStorage {
  const usedKeys = new Set<string>()
  /** Rejected writes by key; null for a rejected removal. They take precedence over the area. */
  const unsavedValues = new Map<string, string | null>()
  const listeners = new Set<(key: string) => void>()
  const write = (key: string, value: string | null) => {
    try {
      if (value === null) area().removeItem(key)
      else area().setItem(key, value)
      unsavedValues.delete(key)
    } catch {
      unsavedValues.set(key, value)
    }
  }
  const isThisStorage = (storageArea: Storage | null) => {
    try {
      return storageArea === area()
    } catch {
      return false
    }
  }
  events.addEventListener('storage', ({ key, storageArea }) => {
    if (!isThisStorage(storageArea)) return
    // A null key means that another tab cleared the storage. Writes from other tabs override rejected ones.
    const changes = key === null ? [...usedKeys] : [key]
    for (const changed of changes) unsavedValues.delete(changed)
    for (const changed of changes) for (const listener of [...listeners]) listener(changed)
  })
  return {
    get(key) {
      usedKeys.add(key)
      const held = unsavedValues.get(key)
      if (held !== undefined) return held
      try {
        return area().getItem(key)
      } catch {
        return null
      }
    },
    set(key, value) {
      usedKeys.add(key)
      write(key, value)
    },
    remove(key) {
      write(key, null)
    },
    isStored: (key) => !unsavedValues.has(key),
    subscribe(listener) {
      // A wrapper per call, because a listener may subscribe twice.
      const entry = (key: string) => listener(key)
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}
