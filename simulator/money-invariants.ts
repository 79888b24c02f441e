import type { Invariant } from './invariants.ts'
import { findLasting } from './lasting.ts'
import { expectNoRows } from './order-invariants.ts'
import { minute } from './time.ts'
import type { World } from './world.types.ts'

const number = (value: unknown) => Number(value ?? 0)

type ManualRefunds = [refundId: string, amount: number][]

/** Refunds that an operator says were sent outside of the bank. */
const manualRefundsSql = (condition = 'true') =>
  `(select coalesce(json_agg(json_build_array(r.refund_id, r.amount)), '[]') from refunds r where ${condition} and r.state = 'doneByOperator')`

const orderMoney = `
  select o.order_id, o.order_number, o.review, o.closing, o.payment,
    array(select s.reference from payment_sessions s join payments p using (payment_id) where p.order_id = o.order_id) as pages,
    (select coalesce(sum(p.amount), 0) from payments p where p.order_id = o.order_id and p.paid_session_id is not null) as paid,
    (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.order_id
      and r.session_id not in (select p.paid_session_id from payments p where p.paid_session_id is not null)) as refunded_unbooked,
    (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.order_id and r.done_time is not null) as refunded,
    (select count(*) from refunds r where r.order_id = o.order_id and r.done_time is null and r.state <> 'needsOperator') as waiting,
    (select count(*) from refunds r where r.order_id = o.order_id and r.state = 'needsOperator') as awaiting_operator,
    ${manualRefundsSql('r.order_id = o.order_id')} as by_hand
  from orders o`

type OrderMoney = {
  order_id: string
  order_number: string
  review: string
  closing: string
  payment: string
  pages: string[]
  paid: number
  /** Refunds of money that the bank took but no payment counts. */
  refunded_unbooked: number
  refunded: number
  waiting: number
  awaiting_operator: number
  by_hand: ManualRefunds
}

/** Manual refunds that the bank hasn't also sent; the bank still has that money. */
const sentByHand = ({ bank }: Pick<World, 'bank'>, refunds: ManualRefunds): number =>
  refunds.filter(([id]) => !bank.hasSent(id)).reduce((sum, [, amount]) => sum + amount, 0)

/** Whether the bank took a wrong amount. It isn't booked, but operators see it. */
const tookWrongAmount = ({ bank }: Pick<World, 'bank'>, reference: string): boolean => {
  const page = bank.pages.get(reference)
  return page?.state === 'paid' && page.taken !== page.amount.amount
}

const balanceFor = ({ bank }: Pick<World, 'bank'>, pages: readonly string[]): number =>
  pages
    .filter((reference) => !tookWrongAmount({ bank }, reference))
    .reduce((sum, reference) => sum + bank.balanceOf(reference), 0)

export const moneyInvariants: Record<string, Invariant> = {
  noOverRefund: {
    sentence: 'The bank never sends back more than it has taken.',
    when: 'often',
    check: ({ bank }) =>
      [...bank.pages.keys()]
        .filter((reference) => bank.balanceOf(reference) < 0)
        .map((reference) => `page ${reference} gave back too much`),
  },
  booksAreRight: {
    sentence: 'For each order, the bank’s balance equals the booked payments minus the finished refunds.',
    when: 'end',
    check: async ({ servers, bank }) => {
      const rows = await servers.store.query<OrderMoney>(orderMoney)
      return rows.flatMap((row) => {
        const kept = balanceFor({ bank }, row.pages)
        const back = number(row.refunded) - sentByHand({ bank }, row.by_hand)
        const booked = number(row.paid) + number(row.refunded_unbooked) - back
        return kept === booked ? [] : [`${row.order_number}: the bank holds ${kept}, the books say ${booked}`]
      })
    },
  },
  rejectedIsRefunded: {
    sentence: 'No money of a rejected or cancelled order is kept.',
    when: 'end',
    check: async ({ servers, bank }) => {
      const rows = await servers.store.query<OrderMoney>(
        `${orderMoney} where o.review = 'fail' or o.closing = 'cancelled'`,
      )
      return rows.flatMap((row) => {
        const kept = balanceFor({ bank }, row.pages) - sentByHand({ bank }, row.by_hand)
        return kept === 0 || number(row.awaiting_operator) > 0
          ? []
          : [`${row.order_number} is rejected or cancelled, but ${kept} is kept`]
      })
    },
  },
  refundsEnd: {
    sentence: 'Every refund has ended or waits for an operator.',
    when: 'end',
    check: async ({ servers }) => {
      const rows = await servers.store.query<OrderMoney>(orderMoney)
      return rows
        .filter(({ waiting }) => number(waiting) > 0)
        .map((row) => `a refund of ${row.order_number} is still pending`)
    },
  },
  totalBooksAreRight: {
    sentence: 'In total, the bank’s balance equals the booked payments minus the finished refunds.',
    when: 'end',
    check: async ({ servers, bank }) => {
      const [sums] = await servers.store.query<{ taken: number; refunded: number; by_hand: ManualRefunds }>(
        `select (select coalesce(sum(p.amount), 0) from payment_sessions s join payments p using (payment_id) where s.state = 'paid')::int as taken,
          (select coalesce(sum(amount), 0) from refunds where done_time is not null)::int as refunded, ${manualRefundsSql()} as by_hand`,
      )
      const kept = balanceFor({ bank }, [...bank.pages.keys()])
      const back = number(sums?.refunded) - sentByHand({ bank }, sums?.by_hand ?? [])
      const booked = number(sums?.taken) - back
      return kept === booked ? [] : [`the bank holds ${kept}, the books say ${booked}`]
    },
  },
  anotherAmountIsSeen: {
    sentence: 'A payment whose amount differs from its page’s waits for an operator.',
    when: 'end',
    check: async ({ servers, bank }) => {
      const rows = await servers.store.query<{ order_number: string; reference: string; asking: string }>(
        `select o.order_number, s.reference, s.asking from payment_sessions s join payments p using (payment_id)
        join orders o using (order_id) where s.asking <> 'givenUp'`,
      )
      return rows
        .filter(({ reference }) => tookWrongAmount({ bank }, reference))
        .map(
          (row) =>
            `page ${row.reference} of ${row.order_number} took a wrong amount, but its state is ${row.asking} instead of givenUp`,
        )
    },
  },
  paidToTheCent: {
    sentence: 'The bank has taken every booked payment, to the cent.',
    when: 'often',
    check: async ({ servers, bank }) => {
      const rows = await servers.queryCache.query<{
        order_number: string
        reference: string
        amount: number
      }>(
        `select o.order_number, s.reference, p.amount from payments p join orders o using (order_id)
        join payment_sessions s on s.session_id = p.paid_session_id`,
      )
      return rows.flatMap(({ order_number, reference, amount }) => {
        const page = bank.pages.get(reference)
        return page?.state === 'paid' && page.taken === amount
          ? []
          : [
              `${order_number} counts ${amount} of page ${reference} as paid, but the bank took ${page?.taken}`,
            ]
      })
    },
  },
  refundingHasRefunds: {
    sentence: 'An order that is being refunded has a pending refund.',
    when: 'often',
    check: expectNoRows(
      `select order_number from orders o where payment = 'refunding'
      and not exists (select 1 from refunds r where r.order_id = o.order_id and r.done_time is null)`,
      'is being refunded without a pending refund',
    ),
  },
  pagesOfClosedOrdersClose: {
    sentence: 'A payment page of a closed order or a dropped bill is closed at the bank within 15 minutes.',
    when: 'often',
    check: async (world) => {
      const { servers, bank } = world
      const rows = await servers.queryCache.query<{ order_number: string; reference: string }>(
        `select o.order_number, s.reference from payment_sessions s join payments p using (payment_id) join orders o using (order_id)
        where (o.closing <> 'open' or p.dropped_time is not null) and s.redirect_url <> ''`,
      )
      const violations = rows
        .filter(({ reference }) => bank.pages.get(reference)?.state === 'open')
        .map(({ order_number, reference }) => ({
          key: reference,
          details: `the page ${reference} of ${order_number} still accepts payments`,
        }))
      return findLasting(world, 'pagesOfClosedOrdersClose', violations, 15 * minute)
    },
  },
  refundsKeepTheirPromise: {
    sentence:
      'A refund arrives by its promised time or waits for an operator, unless the receiver’s bank returned it.',
    when: 'often',
    check: async ({ servers, bank, time }) => {
      const rows = await servers.queryCache.query<{
        refund_id: string
        order_number: string
        due: Date
        done_time: Date | null
      }>(
        `select r.refund_id, o.order_number, r.create_time + interval '72 hours' as due, r.done_time
        from refunds r join orders o using (order_id) where r.state <> 'needsOperator'`,
      )
      return rows
        .filter(({ due, done_time }) => (done_time?.getTime() ?? time.now) > due.getTime())
        .filter(({ refund_id }) => !bank.hasBounced(refund_id))
        .map(({ order_number }) => `a refund of ${order_number} is later than promised`)
    },
  },
}
