import type { FormerFacts, Location, OperationAction, TraceEvent } from '@handsfree/core/contract'
import type { LocalizedText } from '../../runtime/db/columns.ts'

/** Snapshot of a place when the order was created, in all languages. */
export type PlaceSnapshot = {
  /** Null for a private address. Its coordinates are 0 if the client didn't know them. */
  siteId: string | null
  name: LocalizedText
  address: LocalizedText
  detail: LocalizedText
  cityName: LocalizedText
  type: Location['type']
  latitude: number
  longitude: number
  roomNumber: string
  phone: string
}

/** A stored trace event. Its place is one of the order's, or a localized copy of a name that the order may lose. */
export type TraceFacts = {
  type: TraceEvent['type']
  facts: Omit<TraceEvent['facts'], 'place' | 'before'> & {
    place?: 'pickup' | 'delivery' | LocalizedText
    before?: Omit<FormerFacts, 'place'> & { place?: LocalizedText }
  }
}

/** A log entry. `details` never contains phone numbers or codes. */
export type Operation = { action: OperationAction; details?: Record<string, unknown> }
