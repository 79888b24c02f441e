import type { ViewColumns } from '../contract/order.ts'
import { type CustomerView, customerViews } from '../contract/views.ts'

/**
 * An order matches if it matches any entry. An entry lists allowed values per lifecycle column.
 * `[]` matches nothing, `[{}]` matches every order.
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

/** Orders listed in each of the traveller's views (spec section 4). */
export const customerViewRules = {
  [customerViews.all]: everything,
  [customerViews.ongoing]: [{ ...open, review: notFailed, warehouse: notHanded }],
  [customerViews.complete]: complete,
  [customerViews.cancelled]: [{ closing: ['cancelled'] }, ...rejected],
} as const satisfies Record<CustomerView, ViewRule>

export const fitsView = (rule: ViewRule, columns: ViewColumns): boolean =>
  rule.some((entry) =>
    Object.entries(entry).every(([column, values]) =>
      (values as readonly string[]).includes(columns[column as keyof ViewColumns]),
    ),
  )

export const isInCustomerView = (view: CustomerView, columns: ViewColumns): boolean =>
  fitsView(customerViewRules[view], columns)
