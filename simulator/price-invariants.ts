import type { OrderDetailActor } from '@handsfree/core/orders'
import type { Invariant } from './invariants.ts'
import { expectNoRows } from './order-invariants.ts'
import { hour } from './time.ts'

/** Prices and related promises. Numbers are copied from the terms, not from `core/policy`. */
export const priceInvariants: Record<string, Invariant> = {
  insuredIsCovered: {
    sentence: 'A bag’s cover is at least its declared value.',
    when: 'often',
    check: expectNoRows(
      `select order_number, declared_value, lines from orders, jsonb_array_elements(lines) as line
      where line ->> 'kind' = 'insurance' and (line ->> 'cover')::int < declared_value`,
      'is insured below its declared value',
    ),
  },
  eachBagIsInsured: {
    sentence: 'Each insured bag is charged its premium.',
    when: 'often',
    check: expectNoRows(
      `select order_number, pieces, lines from orders, jsonb_array_elements(lines) as line
      where line ->> 'kind' = 'insurance' and (line ->> 'amount')::int <> (line ->> 'unit')::int * pieces`,
      'has a premium that differs from the sum of its bags',
    ),
  },
  linesMakeTheTotal: {
    sentence: 'The lines of a price add up to its total, which is never negative.',
    when: 'often',
    check: expectNoRows(
      `select order_number, total, lines from orders
      where total < 0 or total <> (select sum((line ->> 'amount')::int) from jsonb_array_elements(lines) as line)`,
      'has a total that differs from the sum of its lines',
    ),
  },
  aBagIsTakenOffOnce: {
    sentence: 'Discounts never exceed the price of the bags.',
    when: 'often',
    check: expectNoRows(
      `select order_number, pieces, lines from orders,
        lateral (select coalesce(sum(-(line ->> 'amount')::int) filter (where (line ->> 'amount')::int < 0), 0) as off,
          coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'pieces'), 0) as price,
          coalesce(sum((line ->> 'pieces')::int) filter (where line ->> 'kind' in ('freePieces', 'sponsored')), 0) as free,
          coalesce(max((line ->> 'nth')::int) filter (where line ->> 'kind' = 'nthPieceDiscount'), 1000) as nth
        from jsonb_array_elements(lines) as line) sums
      where off > price and price > 0 or free > pieces or nth <= free`,
      'has a bag with two discounts',
    ),
  },
  refundsArePromised: {
    sentence: 'A screen promises each refund within 72 hours of its start.',
    when: 'often',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) => {
          if (!tab.isOpen || tab.screen.name !== 'detail') return []
          const { order } = (tab.screen.actor as OrderDetailActor).getSnapshot().context
          return (order?.refunds ?? []).flatMap(({ startTime, refundBy }) =>
            Date.parse(refundBy) - Date.parse(startTime) === 72 * hour
              ? []
              : [`${name} is promised a refund of ${startTime} by ${refundBy}`],
          )
        }),
      ),
  },
  cancelledIsShownInTime: {
    sentence: 'Free cancellation is shown until 4 hours before the pickup, or for 10 minutes after paying.',
    when: 'often',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) => {
          if (!tab.isOpen || tab.screen.name !== 'detail') return []
          const { order } = (tab.screen.actor as OrderDetailActor).getSnapshot().context
          if (!order) return []
          const pickup = Date.parse(order.pickupTime)
          const until = Date.parse(order.promises.freeCancellationUntil)
          const paid = order.payments[0]?.paidTime
          const late = paid ? Date.parse(paid) + hour / 6 : pickup
          return until <= Math.max(pickup - 4 * hour, late)
            ? []
            : [`${name} is promised to cancel ${order.orderNumber} of ${order.pickupTime} until ${until}`]
        }),
      ),
  },
}
