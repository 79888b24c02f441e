import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Keys } from '../keys.ts'

export type CallFacts = {
  /** Code of the response's envelope. */
  code?: number
  orderId?: string
  /** Keyed hash of the traveller's or employee's id. */
  account?: string
  /** From `describeError`. */
  error?: Record<string, unknown>
}

const known = new WeakMap<FastifyRequest, CallFacts>()

export const factsOf = (request: FastifyRequest): CallFacts => known.get(request) ?? {}

/** Remembers facts of a call for its remaining log lines and for `failed_calls`. */
export function addFacts(request: FastifyRequest, facts: CallFacts): void {
  const before = factsOf(request)
  known.set(request, { ...before, ...facts })
  const { account = before.account, orderId = before.orderId } = facts
  if (account === before.account && orderId === before.orderId) return
  request.log = request.log.child({
    ...(account !== before.account && { account }),
    ...(orderId !== before.orderId && { orderId }),
  })
}

/** Follows one account through the log without naming it. Changes with HANDSFREE_SECRET. */
export const accountHash = (keys: Keys, id: string): string =>
  createHmac('sha256', keys.accounts).update(id).digest('hex').slice(0, 16)

/** Other texts could be anything that a caller sent, such as a phone number. */
export function addOrderId(request: FastifyRequest, source: unknown): void {
  if (typeof source !== 'object' || source === null || !('orderId' in source)) return
  const { orderId } = source
  if (typeof orderId !== 'string' || !/^[0-9a-f]{24}$/.test(orderId)) return
  if (factsOf(request).orderId === undefined) addFacts(request, { orderId })
}
