import type { Locale, Payment, PaymentChoice, SessionStatus } from '@handsfree/core/contract'
import { errorCodes, utcOffsetAt } from '@handsfree/core/lib'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import { agreedPieces } from '../orders/agreed-pieces.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { chooseProvider, findChoices } from './choose-provider.ts'
import { type PaymentRow, paymentSessions, payments, type SessionRow } from './payments.table.ts'
import { checkingSince, findProcessing } from './processing.ts'
import type { SessionRequest } from './provider.ts'

export const paymentNotFound = () => new ApiError(errorCodes.billingNotFound, 'payment not found')

export type PaymentWithOrder = {
  payment: PaymentRow
  order: OrderRow
  /** The traveller's choice in the latest session that has one. */
  lastChoice: PaymentChoice | null
}

const lastChoice = sql<PaymentChoice | null>`(
  select ${paymentSessions.choice} from ${paymentSessions}
  where ${paymentSessions.paymentId} = ${payments.paymentId} and ${paymentSessions.choice} is not null
  order by ${paymentSessions.createTime} desc limit 1)`

const selectPayments = (tx: Database, condition: SQL | undefined) =>
  tx
    .select({ payment: payments, order: orders, lastChoice })
    .from(payments)
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(condition)
    .orderBy(desc(payments.createTime))
    .limit(1)

const isOwnPayment = eq(payments.uin, sql.placeholder('uin'))

const selectOwnPayment = prepareStatement('a traveller’s payment', (db, name) =>
  selectPayments(db, and(eq(payments.paymentId, sql.placeholder('paymentId')), isOwnPayment)).prepare(name),
)

/** Throws 8002 for an unknown payment or another traveller's. */
export async function findPayment(tx: Database, uin: string, paymentId: string): Promise<PaymentWithOrder> {
  const [found] = await selectOwnPayment(tx, { paymentId, uin })
  if (!found) throw paymentNotFound()
  return found
}

const selectOwnPaymentOfOrder = prepareStatement('a traveller’s payment of an order', (db, name) =>
  selectPayments(
    db,
    and(
      eq(payments.orderId, sql.placeholder('orderId')),
      isOwnPayment,
      eq(payments.source, sql.placeholder('source')),
      isNull(payments.droppedTime),
    ),
  ).prepare(name),
)

/** Returns the latest payment of an order and source that wasn't dropped. Throws 8002 if there's none. */
export async function findPaymentOf(
  tx: Database,
  uin: string,
  orderId: string,
  source: PaymentRow['source'],
): Promise<PaymentWithOrder> {
  const [found] = await selectOwnPaymentOfOrder(tx, { orderId, uin, source })
  if (!found) throw paymentNotFound()
  return found
}

const selectSession = prepareStatement('a session of a traveller’s payment', (db, name) =>
  db
    .select({ session: paymentSessions, payment: payments, order: orders, lastChoice })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(and(eq(paymentSessions.sessionId, sql.placeholder('sessionId')), isOwnPayment))
    .prepare(name),
)

/** Finds a session of a traveller's payment. Throws 8002 if it's unknown, reserved, or another traveller's. */
export async function findSession(
  tx: Database,
  uin: string,
  sessionId: string,
): Promise<PaymentWithOrder & { session: Omit<SessionRow, 'state'> & { state: SessionStatus['session'] } }> {
  const [found] = await selectSession(tx, { sessionId, uin })
  const state = found?.session.state
  if (!found || !state || state === 'reserved') throw paymentNotFound()
  // A cancelled session can't be paid any more; clients know only `expired`.
  return { ...found, session: { ...found.session, state: state === 'cancelled' ? 'expired' : state } }
}

const isDueSurcharge = ({ payment, order }: Pick<PaymentWithOrder, 'payment' | 'order'>): boolean =>
  payment.source === 'supplementary' &&
  payment.paidSessionId === null &&
  payment.droppedTime === null &&
  order.payment === 'supplementary'

const tripOf = (order: OrderRow, locale: Locale): Payment['trip'] => ({
  from: order.pickupPlace.name[locale],
  to: order.deliveryPlace.name[locale],
  pickupTime: order.pickupTime.toISOString(),
  deliveryTime: order.deliveryTime.toISOString(),
  timeZone: order.timeZone,
  utcOffset: utcOffsetAt(order.pickupTime.getTime(), order.timeZone),
  cityName: order.pickupPlace.cityName[locale],
})

export const toPayment = async (
  tx: Database,
  { now, providers }: Pick<Services, 'now' | 'providers'>,
  paymentWithOrder: PaymentWithOrder,
  page: Pick<SessionRequest, 'surface' | 'locale'>,
): Promise<Payment> => {
  const { payment, order, lastChoice } = paymentWithOrder
  const amount = { amount: payment.amount, currency: payment.currency }
  const choices = findChoices(providers, { ...page, amount }, lastChoice)
  const methods = chooseProvider(choices, { ...page, amount }, null)?.methods ?? []
  const sessions = await findProcessing(tx, [payment.orderId])
  const session = sessions.find(({ paymentId }) => paymentId === payment.paymentId)
  const since = checkingSince(session, now())
  return {
    paymentId: payment.paymentId,
    orderId: payment.orderId,
    orderNumber: order.orderNumber,
    source: payment.source,
    ...(payment.purpose ? { purpose: payment.purpose } : {}),
    amount,
    state: payment.state,
    failure: payment.failure,
    pieces: isDueSurcharge(paymentWithOrder)
      ? { agreed: agreedPieces(order), counted: order.pieces, consent: order.countConsent }
      : null,
    withdrawn: payment.droppedTime !== null,
    checking: session && since ? { sessionId: session.sessionId, since } : null,
    ...(methods.length > 0 ? { methods } : {}),
    choices: choices.map(({ method }) => method),
    providers: choices.map(({ provider }) => provider.name),
    ...(payment.purpose ? {} : { trip: tripOf(order, page.locale) }),
    updateTime: payment.updateTime.toISOString(),
  }
}
