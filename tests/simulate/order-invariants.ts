import type { OrderDetailActor } from '@handsfree/core/order'
import type { AnyMachineSnapshot } from 'xstate'
import type { Invariant } from './invariants.ts'
import type { World } from './world.types.ts'

/** Says of each row that a query finds what is wrong with it: an order's number leads. */
const none =
  (query: string, wrong: string) =>
  async ({ house }: World): Promise<string[]> => {
    const rows = await house.store.query<Record<string, unknown>>(query)
    return rows.map(({ order_number, ...facts }) => `${order_number} ${wrong}: ${JSON.stringify(facts)}`)
  }

type Shown = {
  order_id: string
  closing: string
  payment: string
  total: number
  amount_paid: number
  pieces: number
}

/** What must hold of orders while a run goes on, and of what screens say of them at its end. */
export const orderInvariants: Record<string, Invariant> = {
  oneDraftOneOrder: {
    sentence: 'One draft makes one order, in however many tabs it is sent.',
    when: 'often',
    check: none(
      `select min(order_number) as order_number, count(*)::int as orders, photo
      from orders, jsonb_array_elements_text(photos) as photo group by photo having count(*) > 1`,
      'and another order have the same photo',
    ),
  },
  booksOfOpenOrders: {
    sentence: 'What an open order has been paid is what was taken for it, less what went back.',
    when: 'often',
    check: none(
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
    check: none(
      `select order_number, total, amount_paid from orders where closing = 'open' and payment = 'paid' and amount_paid < total`,
      'counts as paid and owes something',
    ),
  },
  surchargeIsAsked: {
    sentence: 'Whoever owes a surcharge, or changes an order for more, has exactly one bill for it.',
    when: 'often',
    check: none(
      `select o.order_number, count(p.payment_id)::int as bills from orders o
        left join payments p on p.order_id = o.order_id and p.source = 'supplementary' and p.dropped_time is null and p.paid_session_id is null
      where o.closing = 'open' group by o.order_id
      having count(p.payment_id) <> case when o.payment = 'supplementary' then 1 else (
        select count(*) from order_changes c where c.order_id = o.order_id and c.stage = 'waitPayment') end`,
      'has another number of bills for its surcharge',
    ),
  },
  refundedIsBack: {
    sentence: 'An order that says it is refunded has no money on its way.',
    when: 'often',
    check: none(
      `select o.order_number, r.state from orders o join refunds r using (order_id)
      where o.payment = 'refunded' and r.claim_id is null and r.done_time is null and r.attempt = 0 and r.state <> 'needsOperator'`,
      'is refunded, and money is still on its way',
    ),
  },
  allBagsAreTagged: {
    sentence: 'As many bags are picked up as the order has.',
    when: 'often',
    check: none(
      `select o.order_number, o.pieces, count(b.bag_id)::int as bags from orders o left join order_bags b using (order_id)
      where o.pickup = 'pickuped' group by o.order_id having count(b.bag_id) <> o.pieces`,
      'has another number of bags',
    ),
  },
  overAsksNobody: {
    sentence: 'Nobody is asked to take over an order that was called off.',
    when: 'often',
    check: none(
      `select order_number, transfer from orders where closing = 'cancelled' and transfer <> 'none'`,
      'is cancelled, and a courier is still asked',
    ),
  },
  goingBackIsHandedByNobody: {
    sentence: 'Bags on their way back are handed over by nobody, and their traveller has said where to.',
    when: 'often',
    check: none(
      `select order_number, return_choice, warehouse from orders
      where return_state = 'inProgress' and (warehouse = 'handed' or coalesce(return_choice, 'keep') = 'keep')`,
      'goes back, and is handed over or stays',
    ),
  },
  screensTellTheMoney: {
    sentence: 'What a screen says of an order’s money and bags is what the order says.',
    when: 'end',
    check: async ({ house, travellers }) => {
      const rows = await house.store.query<Shown>(
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
          return shown === truth.get(orderId) ? [] : [`${name} sees ${shown}, it is ${truth.get(orderId)}`]
        }),
      )
    },
  },
  nothingWaits: {
    sentence: 'Nothing waits for ever: at the end no screen is busy.',
    when: 'end',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) => {
          const actors = [tab.screen.actor, ...tab.app.placements.values()]
          return actors.flatMap((actor) => {
            const snapshot = actor?.getSnapshot() as AnyMachineSnapshot | undefined
            const isBusy = snapshot?.status === 'active' && snapshot.hasTag?.('busy')
            return isBusy ? [`${name} still waits at ${JSON.stringify(snapshot.value)}`] : []
          })
        }),
      ),
  },
}
