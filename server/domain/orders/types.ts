import type { FormerFacts, Location, OperationAction, TraceEvent } from '@handsfree/core/contract'
import type { LocalizedText } from '../../runtime/db/columns.ts'

/** A place as it was when the order was made, in every language. */
export type PlaceSnapshot = {
  /** Null for an address of the traveller's own; its coordinates are 0 where the client did not know them. */
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

/** A stored trace event: its place is one of the order's, or a name in every language that the order may lose later. */
export type TraceFacts = {
  type: TraceEvent['type']
  facts: Omit<TraceEvent['facts'], 'place' | 'before'> & {
    place?: 'pickup' | 'delivery' | LocalizedText
    before?: Omit<FormerFacts, 'place'> & { place?: LocalizedText }
  }
}

/** One action to log; its details never hold a phone number or a code. */
export type Operation = { action: OperationAction; details?: Record<string, unknown> }
