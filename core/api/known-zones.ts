import { fixedZoneOf, isKnownZone } from '../lib/zone.ts'

type Zoned = { timeZone: string; utcOffset?: unknown }

const isZoned = (value: object): value is Zoned => 'timeZone' in value && typeof value.timeZone === 'string'

/** Replaces zones that the device doesn't know by the offset sent with them. Mutates the value. */
export function withKnownZones<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (isZoned(value) && typeof value.utcOffset === 'number' && !isKnownZone(value.timeZone))
    value.timeZone = fixedZoneOf(value.utcOffset)
  for (const part of Object.values(value)) withKnownZones(part)
  return value
}
