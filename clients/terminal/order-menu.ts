import { customerViews, type Order } from '@handsfree/core/contract'
import { formatMoney } from '@handsfree/core/i18n'
import {
  amountDue,
  askedFirst,
  cardSide,
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
import { claims } from './claims.ts'
import { shareLink } from './link.ts'
import { payFor } from './pay.ts'
import { chooseReturn } from './return.ts'
import { mayDo, type Step } from './step.ts'

type Snapshot = SnapshotFrom<OrderDetailActor>

/** Actions with a step of their own; the order's page handles the others. */
const steps = {
  check: (step: Step, { orderId }: Order) => checkBags(step, orderId),
  pay: (step: Step, { paymentId }: Order) => payFor(step, paymentId ?? ''),
  return: (step: Step, { orderId }: Order) => chooseReturn(step, orderId),
  card: async (step: Step, order: Order) => showCard(step, order),
  link: shareLink,
  change: (step: Step, { orderId }: Order) => changeOrder(step, orderId),
  claims: (step: Step, { orderId }: Order) => claims(step, orderId),
  calendar: saveCalendar,
}
export type OrderStep = keyof typeof steps
export type OrderAction = OrderStep | 'again' | 'wayBack' | 'cancel' | 'retry' | 'back'
type Choice = { value: OrderAction; label: string }

export const isStep = (action: OrderAction): action is OrderStep => action in steps

export const runStep = (step: Step, order: Order, action: OrderStep): Promise<void> =>
  steps[action](step, order)

const returnBill = (order: Order) =>
  returnStage(order) === 'unpaid' ? (openBill(order)?.amount ?? null) : null

function offersOf({ app, words, intl }: Step, order: Order): Choice[] {
  const due = amountDue(order) ?? returnBill(order)
  const payWords = order.status === 'pending_surcharge' ? 'surcharge.approve' : 'order.pay'
  const back = returnStage(order)
  const next = nextTripDirections(order)
  const change = order.changes?.open ? 'see' : offeredChange(order)
  const offers: [OrderAction, string | false | null][] = [
    ['check', askedFirst(order) !== null && words('ledger.check')],
    ['pay', due && order.paymentId !== null && words(payWords, { amount: formatMoney(due, intl) })],
    ['return', back && words(back === 'asked' ? 'orderReturn.choose' : 'orderReturn.see')],
    ['card', cardSide(order, app.clock.now()) && words('card.title')],
    ['link', offersReceiverLink(order) && words('receiverLink.open')],
    ['change', change && words(change === 'see' ? 'orderChange.see' : `orderChange.start.${change}`)],
    ['claims', offersClaims(order) && words('claim.open')],
    ['calendar', isToArrive(order) && words('calendar.add')],
    ['wayBack', next.includes('back') && words('nextTrip.back')],
    ['again', next.includes('again') && words('nextTrip.again')],
  ]
  return offers.flatMap(([value, label]) => (label ? [{ value, label }] : []))
}

/** 'back' is always last. */
export function orderMenu(step: Step, snapshot: Snapshot): Choice[] {
  const { words } = step
  const order = selectOrder(snapshot)
  return [
    ...(order ? offersOf(step, order) : []),
    ...(mayDo(snapshot, { type: 'cancellation.preview' })
      ? [{ value: 'cancel' as const, label: words('cancellation.start') }]
      : []),
    ...(selectReadProblem(snapshot) || selectIsStale(snapshot)
      ? [{ value: 'retry' as const, label: words('common.tryAgain') }]
      : []),
    { value: 'back', label: words('common.back') },
  ]
}

export const isDone = (step: Step, snapshot: Snapshot): boolean => {
  const order = selectOrder(snapshot)
  return (
    order !== null &&
    order.view !== customerViews.ongoing &&
    order.actions.length === 0 &&
    orderMenu(step, snapshot).length === 1
  )
}
