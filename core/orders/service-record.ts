import type { Money } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { customerViews } from '../contract/views.ts'
import { dayOf } from '../i18n/day.ts'
import { isInCustomerView } from './customer-views.ts'
import { isUndelivered } from './order-state.ts'
import { settlement } from './refunds.ts'

export type ServiceMonth = {
  /** `yyyy-MM` of the orders' creation, in their pickup sites' time zones. */
  month: string
  /** Finished orders, newest first. */
  orders: Order[]
  /** Counts of completed orders, and of cancelled or rejected ones. */
  completed: number
  cancelled: number
  undelivered: number
  /** Amounts kept for orders that weren't cancelled: paid minus refunded, one sum per currency. */
  totals: Money[]
  /** Whether every order of the month is loaded, so that the sums are final. */
  isWhole: boolean
}

const monthOf = ({ createTime, timeZone }: Order): string => dayOf(createTime, timeZone).slice(0, 7)
const isOver = ({ lifecycle }: Order): boolean => !isInCustomerView(customerViews.ongoing, lifecycle)
const isCompleted = (order: Order): boolean =>
  isInCustomerView(customerViews.complete, order.lifecycle) && !isUndelivered(order)

function totalsOf(orders: readonly Order[]): Money[] {
  const sums = new Map<Money['currency'], number>()
  for (const { amount, currency } of orders.map((order) => settlement(order).kept)) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }))
}

/** Finished orders by month. `orders` is newest first. With `hasMore`, the oldest month may be incomplete. */
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
    const undelivered = list.filter(isUndelivered)
    return {
      month,
      orders: list,
      completed: completed.length,
      cancelled: list.length - completed.length - undelivered.length,
      undelivered: undelivered.length,
      totals: totalsOf([...completed, ...undelivered]),
      isWhole: month !== openMonth,
    }
  })
}
