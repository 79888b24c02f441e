import { initialLifecycle } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { type BagRow, type OrderRow, orderDefaults, stateColumns } from './orders.table.ts'
import { placeOfBags } from './place-of-bags.ts'

export type OrderTransition = {
  before: OrderRow
  after: OrderRow
  bags: BagRow[]
  /** Bags that weren't handed over before. */
  piecesLeft: number
  now: Date
  reason: string
  details: Record<string, unknown>
  /** `traveller:{uin}`, `employee:{id}`, `provider:{name}` or `system`. */
  actor: string
  /** Whether the traveller is asked to confirm it. */
  asksTraveller: boolean
  /** Refunded by claims, for orders that are refunded as a whole. Minor units. */
  claimRefunds: number
  /** Skips trace and notification; another move reports it. */
  isQuiet: boolean
  /** A change that the traveller requested, also through an operator. */
  isRequested: boolean
}

const stateNames = Object.keys(stateColumns) as (keyof typeof stateColumns)[]

const clearedColumns = ({ after }: OrderTransition): Partial<OrderRow> =>
  Object.fromEntries(
    stateNames
      .filter((name) => after[name] === initialLifecycle[name])
      .flatMap((name) => Object.keys(stateColumns[name]) as (keyof OrderRow)[])
      .map((column) => [column, orderDefaults[column]]),
  )

const closingColumns = ({ before, after, now }: OrderTransition): Partial<OrderRow> => ({
  ...(after.closing !== before.closing && after.closing === 'closed' ? { completedTime: now } : {}),
  ...(after.payment === 'paid' && before.paidTime === null && before.payment !== 'paid'
    ? { paidTime: now }
    : {}),
  ...(after.warehouse !== before.warehouse && after.warehouse === 'handed' ? { handedTime: now } : {}),
  ...(after.closing !== before.closing && after.closing === 'cancelled'
    ? { cancelTime: before.cancelTime ?? now }
    : {}),
  ...(after.payment !== before.payment && after.payment === 'refunding' ? { refundStartTime: now } : {}),
  ...(after.closing !== 'open' || after.payment !== 'unpaid' ? { paymentReminderTime: null } : {}),
})

const minute = 60_000
const hour = 60 * minute

/** Bags with another destination aren't asked about again. */
const mayBeAskedAgain = ({ return: stage, returnChoice }: OrderRow): boolean =>
  stage === 'none' || (stage === 'wait' && returnChoice !== 'back' && returnChoice !== 'address')

/**
 * Sets the collection deadlines when bags arrive (stored bags wait longer than at a door). Clears them when the bags
 * are handed over or the order closes.
 */
const reminderColumns = ({ before, after, now }: OrderTransition): Partial<OrderRow> => {
  if (after.closing !== 'open') return { collectionReminderTime: null, returnDueTime: null }
  if (after.transport !== before.transport && after.transport === 'completed') {
    const isAtDoor = placeOfBags(after).siteId === null
    return isAtDoor && mayBeAskedAgain(after)
      ? { returnDueTime: new Date(now.getTime() + policy.returnDoorMinutes * minute) }
      : {}
  }
  if (after.warehouse === before.warehouse) return {}
  const remindTime = new Date(now.getTime() + policy.handedTimeoutHours * hour)
  const returnDueTime = new Date(now.getTime() + policy.returnAfterHours * hour)
  return after.warehouse === 'completed'
    ? { collectionReminderTime: remindTime, ...(mayBeAskedAgain(after) ? { returnDueTime } : {}) }
    : { collectionReminderTime: null, returnDueTime: null }
}

const isAsked = ({ assignment, transfer }: OrderRow): boolean =>
  assignment === 'waitDecision' || transfer === 'waitDecision'

/** Returns the columns that follow from the new state, whatever the event. */
export const transitionColumns = (transition: OrderTransition): Partial<OrderRow> => ({
  ...clearedColumns(transition),
  ...closingColumns(transition),
  ...reminderColumns(transition),
  ...(isAsked(transition.after) ? {} : { askTime: null }),
})
