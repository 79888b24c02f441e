import { and, gte, lte, type SQL, sql } from 'drizzle-orm'
import { orders } from '../orders/orders.table.ts'

/** Digits and capitals sort before `Z` and `z` in every collation, so the unique index serves this range. */
const matchPrefix = (column: Column, start: string, last: 'z' | 'Z') => ({
  column,
  where: and(gte(column, start), lte(column, `${start}${last}`), sql`starts_with(${column}, ${start})`),
})
type Column = typeof orders.orderId | typeof orders.orderNumber

/**
 * Parses a number or id, or a prefix of it, ignoring case, spaces and dashes: `hf2611-04`, `HF 2611 0482`, `0f3a`.
 * Returns the matching column and condition, or null if it can't match either.
 */
export function readReference(typed: string): { column: Column; where: SQL | undefined } | null {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase()
  const [isNumber, month = '', end = ''] = /^HF(\d{0,4})(\d{0,9})$/.exec(plain) ?? []
  if (isNumber) return matchPrefix(orders.orderNumber, ['HF', month, end].filter(Boolean).join(' '), 'Z')
  return /^[0-9A-F]{1,24}$/.test(plain) ? matchPrefix(orders.orderId, plain.toLowerCase(), 'z') : null
}
