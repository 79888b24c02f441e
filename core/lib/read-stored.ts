import * as v from 'valibot'
import { parseJson } from './json.ts'
import type { KeyValueStorage } from './platform.ts'

/** The JSON value under a key; undefined when it is missing or broken. */
export const storedJson = (storage: KeyValueStorage, key: string): unknown =>
  parseJson(storage.get(key) ?? '')

/** The value under a key, as its schema reads it; null when it is missing, broken or of another shape. */
export function readStored<Schema extends v.GenericSchema>(
  storage: KeyValueStorage,
  key: string,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, storedJson(storage, key))
  return parsed.success ? parsed.output : null
}

/**
 * Data that stays as it was written, such as the body of a repeated post: reading by a schema would reorder its fields.
 */
export const unchanged = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.custom<v.InferInput<Schema>>((value) => v.is(schema, value))
