import type { ViewColumns } from '../contract/order.ts'
import { type CustomerView, customerViews } from '../contract/views.ts'

/**
 * Which orders a view lists: those that fit one of the entries, each of them the allowed values of a lifecycle column.
 * Nothing fits an empty list, everything fits an empty entry.
 */
export type ViewRule = readonly {
  readonly [Column in keyof ViewColumns]?: readonly ViewColumns[Column][]
}[]

export const open = { closing: ['open'] } as const
const notFailed = ['none', 'waitConfirm', 'pass'] as const
export const notHanded = ['none', 'waitConfirm', 'completed'] as const

export const everything: ViewRule = [{}]
export const rejected: ViewRule = [{ review: ['fail'] }]
export const complete: ViewRule = [
  { review: notFailed, closing: ['closed'] },
  { ...open, review: notFailed, warehouse: ['handed'] },
]

/** What each view of a traveller lists (spec section 4). */
export const customerViewRules = {
  [customerViews.all]: everything,
  [customerViews.ongoing]: [{ ...open, review: notFailed, warehouse: notHanded }],
  [customerViews.complete]: complete,
  [customerViews.cancelled]: [{ closing: ['cancelled'] }, ...rejected],
} as const satisfies Record<CustomerView, ViewRule>

/** Whether an order with these lifecycle columns fits a rule. */
export const fitsView = (rule: ViewRule, columns: ViewColumns): boolean =>
  rule.some((entry) =>
    Object.entries(entry).every(([column, values]) =>
      (values as readonly string[]).includes(columns[column as keyof ViewColumns]),
    ),
  )

/** Whether a traveller's view lists an order with these lifecycle columns. */
export const isInCustomerView = (view: CustomerView, columns: ViewColumns): boolean =>
  fitsView(customerViewRules[view], columns)
