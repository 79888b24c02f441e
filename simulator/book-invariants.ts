import { isBounceUnreported } from './bank.ts'
import type { Invariant } from './invariants.ts'
import type { World } from './world.types.ts'

type Entry = {
  order_number: string
  isOver: boolean
  reference: string
  state: string
  amount: number
  /** False for a duplicate payment. */
  counts: boolean
  /** `isDone` after the bank's confirmation, not an operator's. */
  refunds: [refundId: string, amount: number, isDone: boolean][]
}

const entriesQuery = `
  select o.order_number, (o.review = 'fail' or o.closing = 'cancelled') as "isOver", s.reference, s.state, p.amount,
    coalesce(p.paid_session_id = s.session_id, false) as counts,
    coalesce((select json_agg(json_build_array(r.refund_id, r.amount, r.state = 'done')) from refunds r
      where r.session_id = s.session_id), '[]') as refunds
  from payment_sessions s join payments p using (payment_id) join orders o using (order_id)`

/** The amount that the books hold for a page, and deviations from the bank's records. */
function audit(
  { bank }: Pick<World, 'bank'>,
  { refunds, ...entry }: Entry,
): { balance: number; faults: string[] } {
  const page = bank.pages.get(entry.reference)
  const taken = page?.state === 'paid' ? page.taken : 0
  const sum = (those: Entry['refunds']) => those.reduce((total, [, amount]) => total + amount, 0)
  const requestedRefunds = bank.refundsOf(entry.reference).filter(({ answer }) => answer.outcome !== 'failed')
  const sentRefunds = requestedRefunds.filter(({ answer }) => answer.outcome === 'refunded')
  const isSent = (id: string) => sentRefunds.some(({ refundId }) => refundId === id)
  const isBack = (id: string) =>
    bank.refundsOf(entry.reference).some((refund) => refund.refundId === id && isBounceUnreported(refund))
  if (entry.state !== 'paid') {
    const strange = refunds.length + requestedRefunds.length > 0
    // The webhook is on its way.
    return { balance: taken, faults: strange ? ['refunds money that isn’t booked'] : [] }
  }
  const keptAmount = entry.amount - sum(refunds)
  const rules: [isBroken: boolean, fault: string][] = [
    [taken !== entry.amount, `counts ${entry.amount}, but the bank took ${taken}`],
    [keptAmount < 0, `refunds ${-keptAmount} more than was paid`],
    [!entry.counts && keptAmount !== 0, `keeps ${keptAmount} without a reason`],
    [entry.isOver && keptAmount !== 0, `is cancelled, but ${keptAmount} isn’t being refunded`],
    [
      refunds.some(([id, , isDone]) => isDone && !isSent(id) && !isBack(id)),
      'has booked a refund that the bank didn’t send',
    ],
    [
      requestedRefunds.some(
        ({ refundId, amount }) => !refunds.some(([id, due]) => id === refundId && due === amount),
      ),
      'has a refund at the bank that isn’t booked',
    ],
    [
      new Set(requestedRefunds.map(({ refundId }) => refundId)).size < requestedRefunds.length,
      'has a refund at the bank twice',
    ],
  ]
  const balance = keptAmount + sum(refunds.filter(([id]) => !isSent(id)))
  return { balance, faults: rules.flatMap(([isBroken, fault]) => (isBroken ? [fault] : [])) }
}

/** Checked after each step that writes to money tables. */
export const bookInvariants: Record<string, Invariant> = {
  booksAreAlwaysRight: {
    sentence:
      'At all times, money received equals money kept, refunded and being refunded, per order and in total; cancelled orders and double payments keep none.',
    when: 'money',
    check: async ({ servers, bank }) => {
      const rows = await servers.queryCache.query<Entry>(entriesQuery)
      let bookedBalance = 0
      const faults = rows.flatMap((row) => {
        const found = audit({ bank }, row)
        bookedBalance += found.balance
        return found.faults.map((fault) => `page ${row.reference} of ${row.order_number} ${fault}`)
      })
      // Other pages were opened by a server that died.
      const known = new Set(rows.map(({ reference }) => reference))
      const atBank = [...bank.pages.keys()]
        .filter((reference) => known.has(reference))
        .reduce((sum, reference) => sum + bank.balanceOf(reference), 0)
      return bookedBalance === atBank
        ? faults
        : [...faults, `the bank holds ${atBank}, the books say ${bookedBalance}`]
    },
  },
}
