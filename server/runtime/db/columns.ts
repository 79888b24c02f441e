import type { Locale } from '@handsfree/core/contract'
import { type AnyPgColumn, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

/** The same text in every language of the product. */
export type LocalizedText = Record<Locale, string>

export const localizedText = (name: string) => jsonb(name).$type<LocalizedText>()

/** A required foreign key to a text column. */
export const referringTo = <const Name extends string>(name: Name, column: () => AnyPgColumn) =>
  text(name).notNull().references(column)

/** An instant, read and written as `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
