import { customerViews, type Order } from '@handsfree/core/contract'
import { formatMoney } from '@handsfree/core/i18n'
import {
  amountDue,
  cardSide,
  firstOpenQuestion,
  isToArrive,
  nextTripDirections,
  type OrderDetailActor,
  offeredChange,
  offersClaims,
  offersReceiverLink,
  openBill,
  returnStage,
  selectIsStale,
  selectOrder,
  selectReadProblem,
} from '@handsfree/core/orders'
import type { SnapshotFrom } from 'xstate'
import { saveCalendar } from './calendar.ts'
import { showCard } from './card.ts'
import { changeOrder } from './change.ts'
import { checkBags } from './check-bags.ts'
import { showClaims } from './claims.ts'
import { shareLink } from './link.ts'
import { payFor } from './pay.ts'
import { chooseReturn } from './return.ts'
import { mayDo, type TerminalSession } from './terminal-session.ts'

type Snapshot = SnapshotFrom<OrderDetailActor>

/** Actions with a step of their own; the order's page handles the others. */
const stepRunners = {
  check: (session: TerminalSession, { orderId }: Order) => checkBags(session, orderId),
  pay: (session: TerminalSession, { paymentId }: Order) => payFor(session, paymentId ?? ''),
  return: (session: TerminalSession, { orderId }: Order) => chooseReturn(session, orderId),
  card: async (session: TerminalSession, order: Order) => showCard(session, order),
  link: shareLink,
  change: (session: TerminalSession, { orderId }: Order) => changeOrder(session, orderId),
  claims: (session: TerminalSession, { orderId }: Order) => showClaims(session, orderId),
  calendar: saveCalendar,
}
export type OrderStep = keyof typeof stepRunners
export type OrderAction = OrderStep | 'again' | 'wayBack' | 'cancel' | 'retry' | 'back'
type Choice = { value: OrderAction; label: string }

export const isStep = (action: OrderAction): action is OrderStep => action in stepRunners

export const runStep = (session: TerminalSession, order: Order, action: OrderStep): Promise<void> =>
  stepRunners[action](session, order)

const returnBill = (order: Order) =>
  returnStage(order) === 'unpaid' ? (openBill(order)?.amount ?? null) : null

function offersOf({ app, text, intl }: TerminalSession, order: Order): Choice[] {
  const due = amountDue(order) ?? returnBill(order)
  const payWords = order.status === 'pending_surcharge' ? 'surcharge.approve' : 'order.pay'
  const back = returnStage(order)
  const next = nextTripDirections(order)
  const change = order.changes?.open ? 'see' : offeredChange(order)
  const offers: [OrderAction, string | false | null][] = [
    ['check', firstOpenQuestion(order) !== null && text('ledger.check')],
    ['pay', due && order.paymentId !== null && text(payWords, { amount: formatMoney(due, intl) })],
    ['return', back && text(back === 'asked' ? 'orderReturn.choose' : 'orderReturn.see')],
    ['card', cardSide(order, app.clock.now()) && text('card.title')],
    ['link', offersReceiverLink(order) && text('receiverLink.open')],
    ['change', change && text(change === 'see' ? 'orderChange.see' : `orderChange.start.${change}`)],
    ['claims', offersClaims(order) && text('claim.open')],
    ['calendar', isToArrive(order) && text('calendar.add')],
    ['wayBack', next.includes('back') && text('nextTrip.back')],
    ['again', next.includes('again') && text('nextTrip.again')],
  ]
  return offers.flatMap(([value, label]) => (label ? [{ value, label }] : []))
}

/** 'back' is always last. */
export function orderMenu(session: TerminalSession, snapshot: Snapshot): Choice[] {
  const { text } = session
  const order = selectOrder(snapshot)
  return [
    ...(order ? offersOf(session, order) : []),
    ...(mayDo(snapshot, { type: 'cancellation.preview' })
      ? [{ value: 'cancel' as const, label: text('cancellation.start') }]
      : []),
    ...(selectReadProblem(snapshot) || selectIsStale(snapshot)
      ? [{ value: 'retry' as const, label: text('common.tryAgain') }]
      : []),
    { value: 'back', label: text('common.back') },
  ]
}

export const isDone = (session: TerminalSession, snapshot: Snapshot): boolean => {
  const order = selectOrder(snapshot)
  return (
    order !== null &&
    order.view !== customerViews.ongoing &&
    order.actions.length === 0 &&
    orderMenu(session, snapshot).length === 1
  )
}
