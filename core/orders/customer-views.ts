import type { ViewColumns } from '../contract/order.ts'
import { type CustomerView, customerViews } from '../contract/views.ts'

/**
 * An order matches if it matches any entry. An entry lists allowed values per lifecycle column.
 * `[]` matches nothing, `[{}]` matches every order.
 */
export type ViewRule = readonly {
  readonly [Column in keyof ViewColumns]?: readonly ViewColumns[Column][]
}[]

export const openRule = { closing: ['open'] } as const
const notFailedStates = ['none', 'waitConfirm', 'pass'] as const
export const notHandedStates = ['none', 'waitConfirm', 'completed'] as const

export const allOrdersRule: ViewRule = [{}]
export const rejectedRule: ViewRule = [{ review: ['fail'] }]
export const completeRule: ViewRule = [
  { review: notFailedStates, closing: ['closed'] },
  { ...openRule, review: notFailedStates, warehouse: ['handed'] },
]

/** Orders listed in each of the traveller's views (spec section 4). */
export const customerViewRules = {
  [customerViews.all]: allOrdersRule,
  [customerViews.ongoing]: [{ ...openRule, review: notFailedStates, warehouse: notHandedStates }],
  [customerViews.complete]: completeRule,
  [customerViews.cancelled]: [{ closing: ['cancelled'] }, ...rejectedRule],
} as const satisfies Record<CustomerView, ViewRule>

export const matchesView = (rule: ViewRule, columns: ViewColumns): boolean =>
  rule.some((entry) =>
    Object.entries(entry).every(([column, values]) =>
      (values as readonly string[]).includes(columns[column as keyof ViewColumns]),
    ),
  )

export const isInCustomerView = (view: CustomerView, columns: ViewColumns): boolean =>
  matchesView(customerViewRules[view], columns)
