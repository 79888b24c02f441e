import type { CustomerNotificationType } from '@handsfree/core/api'
import type { TravellerMessageKind } from '../sms/text-messages.table.ts'
import type { OrderRow } from './orders.table.ts'
import type { Operation, TraceFacts } from './types.ts'

/** What else a move causes: columns, trace, operation log, messages to the traveller. */
export type Consequences = {
  columns?: Partial<OrderRow>
  trace?: TraceFacts
  actions?: Operation[]
  notification?: { type: CustomerNotificationType; facts?: Record<string, unknown>; isPopup?: boolean }
  sms?: TravellerMessageKind
}
