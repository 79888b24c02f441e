import { randomBytes } from 'node:crypto'
import type { Locale } from '@handsfree/core/api'
import { jsonb, timestamp } from 'drizzle-orm/pg-core'

/** The same text in every language of the product. */
export type LocalizedText = Record<Locale, string>

export const localizedText = (name: string) => jsonb(name).$type<LocalizedText>()

/** An instant, read and written as `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** A new id of 96 random bits: 24 hex digits, not to be guessed or counted. */
export const newId = (): string => randomBytes(12).toString('hex')
