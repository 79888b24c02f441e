import type { Platform } from '@handsfree/core'

const noop = () => undefined
const subscribeNever = () => noop
const refuse = (what: string) => async (): Promise<never> => {
  throw new Error(`${what} while a page is rendered`)
}

/** Platform for server rendering: one visit, no device, no persistence. */
export function createServerPlatform(
  options: Pick<Platform, 'fetch' | 'now'> & { stored: Record<string, string> },
): Platform {
  const stored = new Map(Object.entries(options.stored))
  return {
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
      subscribe: subscribeNever,
    },
    fetch: options.fetch,
    upload: refuse('an upload'),
    prepareImage: refuse('a picture'),
    connectBroker: subscribeNever,
    languages: () => [],
    isOnline: () => true,
    onConnectivity: subscribeNever,
    onReturn: subscribeNever,
    now: options.now,
    // A page renders once, so timers never fire.
    clock: { setTimeout: noop, clearTimeout: noop },
    timeZone: () => 'UTC',
    randomBytes: (length) => new Uint8Array(length),
    openPage: noop,
    reload: noop,
    warn: noop,
  }
}
