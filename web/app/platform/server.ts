import type { Platform } from '@handsfree/core'

const nothing = () => undefined
const never = () => nothing
const refuse = (what: string) => async (): Promise<never> => {
  throw new Error(`${what} while a page is rendered`)
}

/** Platform for server rendering: one visit, no device, no persistence. */
export function createServerPlatform(
  world: Pick<Platform, 'fetch' | 'now'> & { stored: Record<string, string> },
): Platform {
  const stored = new Map(Object.entries(world.stored))
  return {
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
      subscribe: never,
    },
    fetch: world.fetch,
    upload: refuse('an upload'),
    prepareImage: refuse('a picture'),
    connectBroker: never,
    languages: () => [],
    isOnline: () => true,
    onConnectivity: never,
    onReturn: never,
    now: world.now,
    // A page renders once, so timers never fire.
    clock: { setTimeout: nothing, clearTimeout: nothing },
    timeZone: () => 'UTC',
    randomBytes: (length) => new Uint8Array(length),
    openPage: nothing,
    reload: nothing,
    warn: nothing,
  }
}
