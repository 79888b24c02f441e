import type { Locale } from '@handsfree/core/contract'
import { type AnyPgColumn, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

export type LocalizedText = Record<Locale, string>

export const localizedText = (name: string) => jsonb(name).$type<LocalizedText>()

export const referringTo = <const Name extends string>(name: Name, column: () => AnyPgColumn) =>
  text(name).notNull().references(column)

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
