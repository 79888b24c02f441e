import { parseJson } from './json.ts'
import type { KeyValueStorage } from './platform.ts'

/** The JSON value under a key; undefined when it is missing or broken. */
export const storedJson = (storage: KeyValueStorage, key: string): unknown =>
  parseJson(storage.get(key) ?? '')
