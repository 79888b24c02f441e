import * as v from 'valibot'
import { isLines, isOneLine } from '../lib/clean.ts'
import { foldEmail, isEmail } from '../lib/email.ts'
import { idPattern } from '../lib/id.ts'
import { locales } from './locales.ts'

export const Locale = v.picklist(locales)
export type Locale = v.InferOutput<typeof Locale>

/** The version of the privacy policy that a person agreed to, and the language they read it in. */
export const GivenConsent = v.strictObject({ version: v.pipe(v.string(), v.maxLength(20)), locale: Locale })
export type GivenConsent = v.InferOutput<typeof GivenConsent>

/** Opaque ids: letters, digits, `-` and `_`, at most 64. */
export const Id = v.pipe(v.string(), v.regex(idPattern))

/** The years that both `Date` and PostgreSQL can parse. */
const isInstant = (sent: string): boolean => {
  const year = new Date(sent).getUTCFullYear()
  return year > 0 && year < 10_000
}

/** ISO 8601 with offset, years 1 to 9999. */
export const Timestamp = v.pipe(v.string(), v.maxLength(40), v.isoTimestamp(), v.check(isInstant))

/** ISO 4217 codes that the product prices in. */
export const Currency = v.picklist(['CNY', 'HKD', 'USD'])
export type Currency = v.InferOutput<typeof Currency>

/** Minor units; negative on a discount line. */
export const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(-1e9), v.maxValue(1e9))

export const siteClock = {
  /** IANA time zone. */
  timeZone: v.string(),
  /** UTC offset in minutes, for devices that don't know the zone. Older servers omit it. */
  utcOffset: v.optional(v.number()),
}

/** `amount` is in minor units. */
export const Money = v.object({ amount: Amount, currency: Currency })
export type Money = v.InferOutput<typeof Money>

/** One line of user input: trimmed, bounded, printable (see `isOneLine`). */
export const text = (maximum: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maximum),
    v.check(isOneLine, 'must be one line of printable characters'),
  )

export const requiredText = (maximum: number) => v.pipe(text(maximum), v.nonEmpty())

/**
 * Several lines of user input: as `text`, separated by `
 * `.
 */
export const lines = (maximum: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maximum),
    v.check(isLines, 'must be lines of printable characters'),
  )

export const requiredLines = (maximum: number) => v.pipe(lines(maximum), v.nonEmpty())

/** Calling code without the plus sign, such as `86`. */
export const DialCode = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/))

/** National number, 2 to 17 digits (spec section 5). */
export const PhoneNumber = v.pipe(v.string(), v.regex(/^\d{2,17}$/))

/** One address or an empty text. Full-width characters become ASCII. */
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.transform(foldEmail),
  v.check((email) => email === '' || isEmail(email), 'must be one email address'),
)

/** URL of a stored image, as returned by POST /files. */
export const FileUrl = v.pipe(v.string(), v.minLength(1), v.maxLength(2048))

export const Empty = v.object({})

/** Location types (spec section 3, numbers by contract). */
export const locationTypes = {
  hotel: 0,
  hotelRoom: 1,
  airportTerminal: 2,
  trainTerminal: 3,
  portTerminal: 4,
  unknown: 100,
} as const
export const LocationType = v.picklist(Object.values(locationTypes))
export type LocationType = v.InferOutput<typeof LocationType>

/** WGS-84 degrees. */
export const Latitude = v.pipe(
  v.number(),
  v.minValue(-90),
  v.maxValue(90, 'is above 90: is it the longitude?'),
)
export const Longitude = v.pipe(v.number(), v.minValue(-180), v.maxValue(180))

/** Coordinates are WGS-84 degrees. */
export const Location = v.object({
  type: LocationType,
  latitude: Latitude,
  longitude: Longitude,
  address: v.string(),
  detail: v.string(),
})
export type Location = v.InferOutput<typeof Location>

/** Six digits (contract). */
export const VerificationCode = v.pipe(v.string(), v.regex(/^\d{6}$/))

/** Opaque pagination cursor: letters, digits, `-` and `_`, at most 200. */
export const Cursor = v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/))

/** Token of a link that works without an account: 128 bits as base64url. */
export const LinkToken = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))
