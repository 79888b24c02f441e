import type { KeyValueStorage } from '@handsfree/core'

/** A device's storage in memory. */
export function memoryStorage(): KeyValueStorage {
  const items = new Map<string, string>()
  return {
    get: (key) => items.get(key) ?? null,
    set: (key, value) => void items.set(key, value),
    remove: (key) => void items.delete(key),
    subscribe: () => () => undefined,
  }
}

type SaveLog = { effects: readonly { name: string }[]; contexts: readonly unknown[] }

/**
 * Returns the stored value that a reload restores: the last save, null after `forget`, or an earlier visit's value.
 */
export function restoredAfterReload<Context, Restored>(
  { effects, contexts }: SaveLog,
  restored: Restored,
  through: (context: Context) => Restored,
): Restored | null {
  const index = effects.findLastIndex(({ name }) => name === 'saveDraft' || name === 'forgetDraft')
  if (index < 0) return restored
  return effects[index]?.name === 'saveDraft' ? through(contexts[index] as Context) : null
}
