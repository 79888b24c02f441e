import { randomBytes } from 'node:crypto'
import type { Locale } from '@handsfree/core/api'
import { type AnyPgColumn, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

/** The same text in every language of the product. */
export type LocalizedText = Record<Locale, string>

export const localizedText = (name: string) => jsonb(name).$type<LocalizedText>()

/** A required foreign key to a text column. */
export const referringTo = <const Name extends string>(name: Name, column: () => AnyPgColumn) =>
  text(name).notNull().references(column)

/** An instant, read and written as `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

const idBytes = 12
let random = Buffer.alloc(0)

/** A new id of 96 random bits: 24 hex digits, not to be guessed or counted. */
export function newId(): string {
  if (random.length < idBytes) random = randomBytes(256 * idBytes)
  const id = random.toString('hex', 0, idBytes)
  random = random.subarray(idBytes)
  return id
}
