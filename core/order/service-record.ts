import type { Money } from '../api/contract/common.ts'
import type { Order } from '../api/contract/order.ts'
import { customerViews } from '../api/contract/views.ts'
import { dayOf } from '../format/day.ts'
import { isInCustomerView } from './customer-views.ts'
import { settlement } from './refunds.ts'

/** A traveller's orders of one month. */
export type ServiceMonth = {
  /** `yyyy-MM` of the orders' creation, by their pickup sites' clocks. */
  month: string
  /** Orders that are over, newest first. */
  orders: Order[]
  /** How many of them were completed, and how many were cancelled or refused. */
  completed: number
  cancelled: number
  /** Price of the completed ones, with surcharges and without refunds: a sum for each currency. */
  totals: Money[]
  /** Whether every order of the month is loaded, so that its sums are final. */
  isWhole: boolean
}

const monthOf = ({ createTime, timeZone }: Order): string => dayOf(createTime, timeZone).slice(0, 7)
const isOver = ({ lifecycle }: Order): boolean => !isInCustomerView(customerViews.ongoing, lifecycle)
const isCompleted = ({ lifecycle }: Order): boolean => isInCustomerView(customerViews.complete, lifecycle)

function totalsOf(orders: readonly Order[]): Money[] {
  const sums = new Map<Money['currency'], number>()
  for (const { amount, currency } of orders.map((order) => settlement(order).kept)) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }))
}

/**
 * The orders that are over, by month, from a list that is read newest first. `hasMore`: older orders are not read yet,
 * so the oldest month may miss some.
 */
export function serviceRecord(orders: readonly Order[], hasMore: boolean): ServiceMonth[] {
  const oldest = orders.at(-1)
  const openMonth = hasMore && oldest ? monthOf(oldest) : null
  const months = new Map<string, Order[]>()
  for (const order of orders.filter(isOver)) {
    const month = monthOf(order)
    months.set(month, [...(months.get(month) ?? []), order])
  }
  return [...months].map(([month, list]) => {
    const completed = list.filter(isCompleted)
    return {
      month,
      orders: list,
      completed: completed.length,
      cancelled: list.length - completed.length,
      totals: totalsOf(completed),
      isWhole: month !== openMonth,
    }
  })
}
