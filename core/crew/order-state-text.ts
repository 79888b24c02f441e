import type { OperatorOrder } from '../contract/operator.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { isAsk } from './day.ts'

const returnWaits = { refused: 'returnRefused', notCollected: 'returnWait', cancelled: 'recalled' } as const

const returnWaitOf = ({ returning }: OperatorOrder) =>
  returning?.choice ? 'returnChosen' : returnWaits[returning?.reason ?? 'notCollected']

/** Where an order stands, as employees need it. */
function stateOf(order: OperatorOrder, employeeId: string) {
  const { lifecycle, courierArrivedTime } = order
  const { closing, review, payment, assignment, transfer, pickup, transport, warehouse } = lifecycle
  if (closing !== 'open') return closing
  if (lifecycle.lock === 'locked') return 'locked'
  if (isAsk(order, employeeId)) return 'askedYou'
  if (lifecycle.return === 'wait') return returnWaitOf(order)
  if (lifecycle.return === 'inProgress') return 'returning'
  if (warehouse === 'handed') return 'handed'
  if (payment === 'supplementary') return 'surcharge'
  if (payment === 'unpaid' || payment === 'failed') return 'unpaid'
  if (review === 'waitConfirm') return 'review'
  if (warehouse === 'completed') return 'stored'
  if (warehouse === 'waitConfirm') return 'storing'
  if (transfer === 'waitDecision') return 'transferAsked'
  if (transport === 'completed') return 'arrived'
  if (transport === 'inProgress') return 'onTheWay'
  if (pickup === 'pickuped') return 'pickedUp'
  if (assignment === 'none') return 'unassigned'
  if (assignment === 'waitDecision') return 'asked'
  return courierArrivedTime === null ? 'waitPickup' : 'atPickup'
}

/** The order's state in words. */
export const orderStateText = (intl: Formatter, order: OperatorOrder, employeeId: string): string =>
  intl.formatMessage({ id: `crewOrder.state.${stateOf(order, employeeId)}` })

/** Tone of that state: what waits for the employee stands out. */
export function orderStateTone(
  order: OperatorOrder,
  employeeId: string,
): 'gold' | 'coral' | 'sky' | 'mint' | 'plain' {
  const state = stateOf(order, employeeId)
  if (state === 'askedYou' || state === 'review' || state === 'unassigned') return 'gold'
  if (state === 'locked' || order.lifecycle.return === 'wait') return 'coral'
  if (state === 'handed' || state === 'stored') return 'mint'
  return state === 'cancelled' || state === 'closed' ? 'plain' : 'sky'
}
