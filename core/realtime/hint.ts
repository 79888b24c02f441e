import * as v from 'valibot'
import { Id } from '../api/contract/common.ts'
import type { Hint } from './realtime.machine.ts'

const Message = v.variant('code', [
  v.object({ code: v.literal(0) }),
  v.object({ code: v.literal(1), orderId: Id }),
])

/** Client id of a person at the broker (spec section 7). */
export const brokerClientId = (uin: string) => `TMS-${uin}`

/** The person's own topic (spec section 7). */
export const brokerTopic = (uin: string) => `TOPIC-${brokerClientId(uin)}`

/** Reads a message: UTF-8 JSON with a numeric code. Unknown codes and broken payloads mean nothing. */
export function readHint(payload: string): Hint {
  let message: unknown
  try {
    message = JSON.parse(payload)
  } catch {
    return { kind: 'none' }
  }
  const parsed = v.safeParse(Message, message)
  if (!parsed.success) return { kind: 'none' }
  return parsed.output.code === 0
    ? { kind: 'unreadChanged' }
    : { kind: 'orderChanged', orderId: parsed.output.orderId }
}
