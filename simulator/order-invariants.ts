import { operationActions } from '@handsfree/core/contract'
import type { OrderDetailActor } from '@handsfree/core/orders'
import type { Invariant } from './invariants.ts'

type QueryHit = { asked: number; row: Record<string, unknown> }

const columnsOfMoves = new Set(
  'review payment assignment transfer pickup transport warehouse exception lock closing return_state'.split(
    ' ',
  ),
)

/** Whether the query reads columns that only change with a move of an order. */
const isOfMoves = (query: string): boolean =>
  /\border_operations\b/.test(query) || (query.match(/\w+/g) ?? []).some((word) => columnsOfMoves.has(word))

/** Whether `orders` is the only table that the query reads. */
const isOfOrders = (query: string): boolean =>
  [...query.matchAll(/\b(?:from|join) (\w+)/g)].every(
    ([, table]) => table === 'orders' || table?.startsWith('jsonb_'),
  )

/**
 * Queries that return no rows unless an invariant is broken, grouped by what invalidates them. Each group runs as one
 * statement, because most queries are cheaper than a statement's overhead.
 */
const queriesByKind = new Map<string, string[]>()

function kindOf(query: string): string[] {
  const key = `${isOfOrders(query)} ${isOfMoves(query)}`
  const kind = queriesByKind.get(key) ?? []
  queriesByKind.set(key, kind)
  return kind
}

const statements = new Map<string[], string>()

/** Cached, because no queries are added once a world runs. */
function statementOf(kind: string[]): string {
  const known = statements.get(kind)
  if (known) return known
  const parts = kind.map(
    (query, index) => `select ${index} as asked, to_json(found) as row from (${query}) found`,
  )
  const made = parts.join(' union all ')
  statements.set(kind, made)
  return made
}

/** Invariant whose query must return no rows. Violations start with the order number. */
export const expectNoRows = (query: string, wrong: string): Invariant['check'] => {
  const kind = kindOf(query)
  const own = kind.push(query) - 1
  const judge = (found: QueryHit[]) =>
    found
      .filter((one) => one.asked === own)
      .map(({ row: { order_number, ...facts } }) => `${order_number} ${wrong}: ${JSON.stringify(facts)}`)
  return ({ servers }) => {
    const found = servers.queryCache.query<QueryHit>(statementOf(kind))
    return Array.isArray(found) ? judge(found) : found.then(judge)
  }
}

type ShownOrder = {
  order_id: string
  closing: string
  payment: string
  total: number
  amount_paid: number
  pieces: number
}

const owesReturn = `(o.return_state = 'wait' and coalesce(o.return_choice, 'keep') <> 'keep'
  and coalesce((o.price_rule ->> 'returnFee')::int, 0) > 0 and o.warehouse <> 'handed'
  and not o.lines @> '[{"kind": "return"}]')`

/** Checked during a run; screens of orders at its end. */
export const orderInvariants: Record<string, Invariant> = {
  oneDraftOneOrder: {
    sentence: 'One draft becomes one order, however many tabs send it.',
    when: 'often',
    check: expectNoRows(
      `select min(order_number) as order_number, count(*)::int as orders, photo
      from orders, jsonb_array_elements_text(photos) as photo group by photo having count(*) > 1`,
      'shares a photo with another order',
    ),
  },
  booksOfOpenOrders: {
    sentence: 'An open order’s paid amount equals its payments minus its refunds.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, o.amount_paid, taken.amount::int as taken, back.amount::int as back from orders o,
        lateral (select coalesce(sum(p.amount), 0) as amount from payments p
          where p.order_id = o.order_id and p.paid_session_id is not null) taken,
        lateral (select coalesce(sum(r.amount), 0) as amount from refunds r join payments p on p.paid_session_id = r.session_id
          where r.order_id = o.order_id and r.claim_id is null) back
      where o.closing = 'open' and o.payment in ('paid', 'supplementary') and o.amount_paid <> taken.amount - back.amount + coalesce(o.late_refund, 0)`,
      'is booked wrongly',
    ),
  },
  paidIsEnough: {
    sentence: 'An order that counts as paid owes nothing.',
    when: 'often',
    check: expectNoRows(
      `select order_number, total, amount_paid from orders where closing = 'open' and payment = 'paid' and amount_paid < total`,
      'counts as paid but owes money',
    ),
  },
  surchargeIsAsked: {
    sentence:
      'A surcharge, a change with a higher price, and a return with a fee each have exactly one bill.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, count(p.payment_id)::int as bills from orders o
        left join payments p on p.order_id = o.order_id and p.source = 'supplementary' and p.dropped_time is null and p.paid_session_id is null
      where o.closing = 'open' group by o.order_id
      having count(p.payment_id) <> case when o.payment = 'supplementary' or ${owesReturn} then 1 else (
        select count(*) from order_changes c where c.order_id = o.order_id and c.stage = 'waitPayment') end`,
      'has the wrong number of surcharge bills',
    ),
  },
  refundedIsBack: {
    sentence: 'A refunded order has no pending refunds.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, r.state from orders o join refunds r using (order_id)
      where o.payment = 'refunded' and r.claim_id is null and r.done_time is null`,
      'is refunded but has a pending refund',
    ),
  },
  allBagsAreTagged: {
    sentence: 'The number of picked-up bags equals the order’s.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, o.pieces, bags from orders o,
        lateral (select count(*)::int as bags from order_bags b where b.order_id = o.order_id) counted
      where o.pickup = 'pickuped' and bags <> o.pieces`,
      'has a different number of bags',
    ),
  },
  overAsksNobody: {
    sentence: 'No courier is asked to take over a cancelled order.',
    when: 'often',
    check: expectNoRows(
      `select order_number, transfer from orders where closing = 'cancelled' and transfer <> 'none'`,
      'is cancelled but has a pending courier request',
    ),
  },
  feeOfTheWayIsPaid: {
    sentence:
      'A price contains the return fee once, only for returning bags, and always for started returns.',
    when: 'often',
    check: expectNoRows(
      `select order_number, return_state, return_choice, lines from orders o,
        lateral (select count(*)::int as fees from jsonb_array_elements(o.lines) line where line ->> 'kind' = 'return') paid
      where o.closing = 'open' and (fees > 1 or fees = 1 and (return_state = 'none' or coalesce(return_choice, 'keep') = 'keep')
        or fees = 0 and return_state in ('inProgress', 'completed') and coalesce((price_rule ->> 'returnFee')::int, 0) > 0)`,
      'has the wrong return fee',
    ),
  },
  goingBackIsHandedByNobody: {
    sentence:
      'Returning bags aren’t handed over and have a chosen destination; other bags have no return data.',
    when: 'often',
    check: expectNoRows(
      `select order_number, return_choice, warehouse from orders
      where return_state = 'inProgress' and (warehouse = 'handed' or coalesce(return_choice, 'keep') = 'keep')
        or return_state = 'wait' and warehouse = 'handed'
        or return_state = 'none' and coalesce(return_choice, return_reason) is not null`,
      'is being returned, but is handed over or stays',
    ),
  },
  onlyWhoAcceptedComes: {
    sentence: 'Only a courier who has accepted may pick up bags.',
    when: 'often',
    check: expectNoRows(
      `select order_number, assignment, courier_id from orders where pickup = 'waitPickup' and assignment <> 'accepted' and closing = 'open'`,
      'awaits pickup by a courier who hasn’t accepted',
    ),
  },
  refusedIsOver: {
    sentence: 'A rejected order is closed.',
    when: 'often',
    check: expectNoRows(
      `select order_number, closing from orders where review = 'fail' and closing = 'open'`,
      'was rejected but continues',
    ),
  },
  handedIsNotCancelled: {
    sentence: 'An order isn’t cancelled after its hand-over.',
    when: 'often',
    check: expectNoRows(
      // A recalled order is cancelled by its hand-over.
      `select order_number, closing from orders o where warehouse = 'handed' and closing = 'cancelled'
      and exists (select 1 from order_operations p where p.order_id = o.order_id and p.time < o.cancel_time
        and p.action in (${operationActions.hand}, ${operationActions.hotelHand}))`,
      'was handed over but is cancelled',
    ),
  },
  bagsAreLookedAtTwice: {
    sentence: 'Bags recorded at the hand-over were recorded at the destination before.',
    when: 'often',
    check: expectNoRows(
      `select min(o.order_number) as order_number, count(*)::int as bags from orders o join order_bags b using (order_id)
      where exists (select 1 from bag_entries e where e.bag_id = b.bag_id and e.stage = 'handOver')
        and not exists (select 1 from bag_entries e where e.bag_id = b.bag_id and e.stage = 'delivery') group by order_id`,
      'was recorded at the hand-over, but not at the destination',
    ),
  },
  handedOnce: {
    sentence: 'Bags are handed over once.',
    when: 'often',
    check: expectNoRows(
      `select min(o.order_number) as order_number, count(*)::int as times from order_operations p join orders o using (order_id)
      where p.action in (13, 23) and p.details ->> 'isWrong' is distinct from 'true'
      group by order_id having count(*) > 1`,
      'was handed over more than once',
    ),
  },
  storesCountTheBags: {
    sentence: 'A desk has counted each bag that it stores.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, uncounted from orders o,
        lateral (select count(*)::int as uncounted from order_bags b where b.order_id = o.order_id and b.confirm_time is null) bags
      where o.warehouse = 'completed' and uncounted > 0`,
      'is stored with uncounted bags',
    ),
  },
  lockedHasAReport: {
    sentence: 'An order is locked only while an operator looks into a report.',
    when: 'often',
    check: expectNoRows(
      `select order_number, exception from orders where lock = 'locked' and exception = 'none' and closing = 'open'`,
      'is locked without a report',
    ),
  },
  lockedStandsStill: {
    sentence: 'A locked order does not move.',
    when: 'often',
    // Between the lock (504) and its end, no action moves bags.
    check: expectNoRows(
      `select o.order_number, m.action, m.time from order_operations l join orders o using (order_id)
        join order_operations m on m.order_id = l.order_id and m.position > l.position
          and m.action in (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 19, 20, 23, 24, 25)
      where l.action = 504 and (l.details ->> 'isLocked')::boolean and not exists (
        select 1 from order_operations u where u.order_id = l.order_id and u.position > l.position and u.position <= m.position
          and (u.action in (501, 503, 505, 602, 604) or (u.action = 504 and not (u.details ->> 'isLocked')::boolean)))`,
      'moved while it was locked',
    ),
  },
  bagsHaveAPicture: {
    sentence: 'Every order has a photo of its bags.',
    when: 'often',
    check: expectNoRows(
      `select order_number from orders where jsonb_array_length(photos) = 0 and closing = 'open'`,
      'has no photo',
    ),
  },
  pickupsCanBeKept: {
    sentence: 'Pickups are promised only on half hours and when a courier can arrive in time.',
    when: 'often',
    check: expectNoRows(
      `select order_number, create_time, pickup_time from orders
      where pickup_time < create_time + interval '60 minutes' and not exists (select 1 from order_changes c where c.order_id = orders.order_id)
        or extract(epoch from pickup_time)::bigint % 1800 <> 0`,
      'has an impossible pickup time',
    ),
  },
  cancelledInTime: {
    sentence:
      'A traveller cancels a paid order until 4 hours before the pickup, within 10 minutes after paying, or after a missed pickup.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, o.pickup_time, o.paid_time, p.time from order_operations p join orders o using (order_id)
      where p.action = 18 and p.actor like 'traveller:%' and o.paid_time is not null
        and p.time > o.pickup_time - interval '4 hours' and p.time > o.paid_time + interval '10 minutes'
        and p.time < o.pickup_time + interval '40 minutes'`,
      'was cancelled too late',
    ),
  },
  unpaidAreFew: {
    sentence: 'No traveller has more than 20 unpaid orders.',
    when: 'often',
    check: expectNoRows(
      `select min(order_number) as order_number, count(*)::int as unpaid from orders
      where closing = 'open' and payment in ('unpaid', 'failed') group by uin having count(*) > 20`,
      'and others are unpaid',
    ),
  },
  screensTellTheMoney: {
    sentence: 'A screen shows the order’s own amounts and bags.',
    when: 'end',
    check: async ({ servers, travellers }) => {
      const rows = await servers.store.query<ShownOrder>(
        'select order_id, closing, payment, total, amount_paid, pieces from orders',
      )
      const truth = new Map(rows.map(({ order_id, ...row }) => [order_id, JSON.stringify(row)]))
      return travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) => {
          if (tab.screen.name !== 'detail' || !tab.app.auth.getSnapshot().context.account) return []
          const { order, orderId } = (tab.screen.actor as OrderDetailActor).getSnapshot().context
          if (!order) return []
          const { lifecycle, total, amountPaid, pieces } = order
          const { closing, payment } = lifecycle
          const shown = JSON.stringify({
            closing,
            payment,
            total: total.amount,
            amount_paid: amountPaid.amount,
            pieces,
          })
          return shown === truth.get(orderId)
            ? []
            : [`${name} sees ${shown} instead of ${truth.get(orderId)}`]
        }),
      )
    },
  },
}
