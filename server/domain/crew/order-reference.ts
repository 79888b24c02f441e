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
 * `HF` may be missing before five digits or more, which can also begin an id. Returns each column that can match, with
 * its condition.
 */
export function readReferences(typed: string): { column: Column; where: SQL | undefined }[] {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase()
  const [isNumber, mark, month = '', end = ''] = /^(HF)?(\d{0,4})(\d{0,9})$/.exec(plain) ?? []
  const number = ['HF', month, end].filter(Boolean).join(' ')
  return [
    ...(isNumber && (mark || end) ? [matchPrefix(orders.orderNumber, number, 'Z')] : []),
    ...(/^[0-9A-F]{1,24}$/.test(plain) ? [matchPrefix(orders.orderId, plain.toLowerCase(), 'z')] : []),
  ]
}
