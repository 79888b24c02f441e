import * as v from 'valibot'
import { parseJson } from './json.ts'
import type { KeyValueStorage } from './platform.ts'

/** The JSON value under a key; undefined if missing or invalid. */
export const storedJson = (storage: KeyValueStorage, key: string): unknown =>
  parseJson(storage.get(key) ?? '')

/** The value under a key, parsed by a schema; null if missing or invalid. */
export function readStored<Schema extends v.GenericSchema>(
  storage: KeyValueStorage,
  key: string,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, storedJson(storage, key))
  return parsed.success ? parsed.output : null
}

/** Validates without transforming, such as the body of a repeated post: parsing would reorder its fields. */
export const validateOnly = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.custom<v.InferInput<Schema>>((value) => v.is(schema, value))
