import { isId } from '../lib/id.ts'
import { parseJson } from '../lib/json.ts'
import type { Hint } from './realtime.machine.ts'

/** A person's client id at the broker (spec section 7). */
export const brokerClientId = (uin: string) => `TMS-${uin}`

/** Client id of a site worker or courier. The prefix keeps it distinct from travellers' ids. */
export const employeeClientId = (employeeId: string) => `EMP-${employeeId}`

/** A client's own topic (spec section 7), the only one that it may read. */
export const topicOf = (clientId: string) => `TOPIC-${clientId}`

/** The person's own topic (spec section 7). */
export const brokerTopic = (uin: string) => topicOf(brokerClientId(uin))

/** Parses a message: UTF-8 JSON with a numeric code. Ignores unknown codes and invalid payloads. */
export function readHint(payload: string): Hint {
  const message = parseJson(payload) as { code?: unknown; orderId?: unknown } | null | undefined
  if (message?.code === 0) return { kind: 'unreadChanged' }
  if (message?.code === 2) return { kind: 'everythingChanged' }
  const orderId = message?.orderId
  return message?.code === 1 && isId(orderId) ? { kind: 'orderChanged', orderId } : { kind: 'none' }
}
