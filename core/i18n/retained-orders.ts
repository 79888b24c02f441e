import type { DeletionTerms } from '../contract/account.ts'
import { dayOf } from './day.ts'
import type { Formatter } from './formatter.ts'
import { formatDay } from './time.ts'

/** How many orders are kept after deleting an account, and until when; null if none. */
export function retainedOrdersText(
  intl: Formatter,
  { keptOrders: count, keptUntil }: DeletionTerms,
  { now, timeZone }: { now: number; timeZone: string },
): string | null {
  if (count === 0 || keptUntil === null) return null
  const date = formatDay(dayOf(keptUntil, timeZone), { now, timeZone, intl })
  return intl.formatMessage({ id: 'myAccount.keptOrders' }, { count, date })
}
