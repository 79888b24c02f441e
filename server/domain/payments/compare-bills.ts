import type { Bill, BillDifference, Money } from '@handsfree/core/contract'
import { and, eq, gte, inArray, isNotNull, lt, ne, or } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Services } from '../../runtime/services.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentSessions, payments, refunds } from './payments.table.ts'
import type { BillLine, PaymentProvider } from './provider.ts'

const dayMs = 86_400_000

/** Alipay and WeChat Pay make a day's bill by 10 o'clock on the next. */
const readyAfterMs = dayMs + 10 * 3_600_000

/** Alipay's and WeChat Pay's bills are of days in Beijing. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

const dayBefore = (day: string): string => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)

type Entry = Pick<BillDifference, 'kind' | 'orderId' | 'orderNumber'> & {
  /** The first is shown. */
  ids: [string, ...string[]]
  /** Null until paid or refunded. */
  amount: Money | null
  isOfDay: boolean
}

const idOf = (line: BillLine): string => (line.kind === 'payment' ? line.session : line.refundId)

async function findPayments(db: Database, provider: string, day: string, ids: string[]): Promise<Entry[]> {
  const start = startOf(day)
  const end = new Date(start.getTime() + dayMs)
  const { state, updateTime, sessionId, reference } = paymentSessions
  const rows = await db
    .select({ session: paymentSessions, payment: payments, orderNumber: orders.orderNumber })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(
      and(
        eq(paymentSessions.provider, provider),
        or(
          inArray(sessionId, ids),
          inArray(reference, ids),
          and(eq(state, 'paid'), gte(updateTime, start), lt(updateTime, end)),
        ),
      ),
    )
  return rows.map(({ session, payment, orderNumber }) => ({
    kind: 'payment',
    orderId: payment.orderId,
    orderNumber,
    ids: [session.reference, session.sessionId],
    amount: session.state === 'paid' ? { amount: payment.amount, currency: payment.currency } : null,
    isOfDay: session.state === 'paid' && session.updateTime >= start && session.updateTime < end,
  }))
}

async function findRefunds(db: Database, provider: string, day: string, ids: string[]): Promise<Entry[]> {
  const start = startOf(day)
  const end = new Date(start.getTime() + dayMs)
  const { refundId, state, doneTime } = refunds
  const rows = await db
    .select({ refund: refunds, currency: payments.currency, orderNumber: orders.orderNumber })
    .from(refunds)
    .innerJoin(payments, eq(payments.paymentId, refunds.paymentId))
    .innerJoin(orders, eq(orders.orderId, refunds.orderId))
    .innerJoin(paymentSessions, eq(paymentSessions.sessionId, refunds.sessionId))
    .where(
      and(
        eq(paymentSessions.provider, provider),
        // Operators return these outside the provider.
        ne(state, 'doneByOperator'),
        or(inArray(refundId, ids), and(isNotNull(doneTime), gte(doneTime, start), lt(doneTime, end))),
      ),
    )
  return rows.map(({ refund, currency, orderNumber }) => ({
    kind: 'refund',
    orderId: refund.orderId,
    orderNumber,
    ids: [refund.refundId],
    amount: refund.doneTime ? { amount: refund.amount, currency } : null,
    isOfDay: refund.doneTime !== null && refund.doneTime >= start && refund.doneTime < end,
  }))
}

const isSame = (one: Money | null, other: Money | null): boolean =>
  one?.amount === other?.amount && one?.currency === other?.currency

function totalsOf(pairs: readonly Pick<BillDifference, 'kind' | 'ours' | 'theirs'>[]): Bill['totals'] {
  const totals: Bill['totals'] = []
  for (const { kind, ours, theirs } of pairs) {
    for (const [side, money] of [
      ['ours', ours],
      ['theirs', theirs],
    ] as const) {
      if (!money) continue
      const { amount, currency } = money
      const isThis = (one: Bill['totals'][number]) => one.kind === kind && one.ours.currency === currency
      const zero = { amount: 0, currency }
      if (!totals.some(isThis)) totals.push({ kind, ours: { ...zero }, theirs: { ...zero } })
      totals.find(isThis)![side].amount += amount
    }
  }
  return totals
}

/**
 * A payment that we recorded on this day may be in the day before's bill: a notification can arrive after midnight.
 */
async function compareBill(
  { db, now }: Pick<Services, 'db' | 'now'>,
  provider: PaymentProvider,
  day: string,
): Promise<Bill> {
  const empty = { provider: provider.name, totals: [], differences: [] }
  const isReady = now().getTime() >= startOf(day).getTime() + readyAfterMs
  const lines = isReady ? await provider.bill?.(day) : null
  if (!lines) return { ...empty, state: 'notYet' }
  const earlier = new Set((await provider.bill?.(dayBefore(day)))?.map(idOf))
  const entries = [
    ...(await findPayments(db, provider.name, day, lines.filter(({ kind }) => kind === 'payment').map(idOf))),
    ...(await findRefunds(db, provider.name, day, lines.filter(({ kind }) => kind === 'refund').map(idOf))),
  ]
  const billed = new Set<Entry>()
  const pairs = lines.map((line): BillDifference => {
    const entry = entries.find(({ kind, ids }) => kind === line.kind && ids.includes(idOf(line)))
    // A second line of one payment or refund has nothing in our books.
    const isFirst = entry && !billed.has(entry)
    if (isFirst) billed.add(entry)
    return {
      kind: line.kind,
      orderId: entry?.orderId ?? null,
      orderNumber: entry?.orderNumber ?? null,
      reference: idOf(line),
      ours: isFirst ? entry.amount : null,
      theirs: line.amount,
    }
  })
  for (const entry of entries) {
    const { kind, orderId, orderNumber, ids, amount, isOfDay } = entry
    if (!isOfDay || billed.has(entry) || ids.some((id) => earlier.has(id))) continue
    pairs.push({ kind, orderId, orderNumber, reference: ids[0], ours: amount, theirs: null })
  }
  return {
    ...empty,
    state: 'compared',
    totals: totalsOf(pairs),
    differences: pairs.filter(({ ours, theirs }) => !isSame(ours, theirs)),
  }
}

/** Bills of the providers that make them. `onError` gets the error of an unavailable one. */
export const compareBills = (
  services: Pick<Services, 'db' | 'now' | 'providers'>,
  day: string,
  onError: (error: unknown) => void,
): Promise<Bill[]> =>
  Promise.all(
    ['stripe', 'alipay', 'wechat_pay'].flatMap((name) => {
      const provider = services.providers.byName(name)
      if (!provider?.bill) return []
      return compareBill(services, provider, day).catch((error: unknown): Bill => {
        onError(error)
        return { provider: name, state: 'unavailable', totals: [], differences: [] }
      })
    }),
  )
