import type { send } from './send.ts'

let loaded: typeof send | undefined

/** Sending and its library, loaded with the first call: a visitor's home makes none. Rejects when they cannot be loaded. */
export const loadSend = async (): Promise<typeof send> => {
  loaded ??= (await import('./send.ts')).send
  return loaded
}
