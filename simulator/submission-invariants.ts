import type { Invariant } from './invariants.ts'

/** Responses are stored for 72 hours, so observed ones are remembered. */
export const submissionInvariants: Record<string, Invariant> = {
  exactlyOneSubmission: {
    sentence: 'Every order has exactly one submission, and every accepted submission has its order.',
    when: 'often',
    check: async ({ servers }) => {
      const { submissions, queryCache } = servers
      const answers = await queryCache.query<{ key: string; order_id: string | null }>(
        `select key, answer -> 'result' ->> 'orderId' as order_id from idempotency_keys
        where key = any($1) and answer ->> 'code' = '0'`,
        [submissions.keys],
      )
      for (const { key, order_id } of answers) if (order_id !== null) submissions.recordOrder(key, order_id)
      const orders = await queryCache.query<{ order_id: string; order_number: string }>(
        'select order_id, order_number from orders',
      )
      const orderIds = new Set(orders.map(({ order_id }) => order_id))
      const miscounted = orders.flatMap(({ order_id, order_number }) => {
        const { length } = submissions.of(order_id)
        return length === 1 ? [] : [`${order_number} has ${length} submissions`]
      })
      const lost = submissions.orders.filter((orderId) => !orderIds.has(orderId))
      return [...miscounted, ...lost.map((orderId) => `order ${orderId} was accepted but is missing`)]
    },
  },
}
