import type { Order } from '../contract/order.ts'
import type { Formatter } from './formatter.ts'
import { formatMoney } from './money.ts'
import { afterWords, formatTime } from './time.ts'

/** Next step and deadline of a pending change; empty without one. */
export function pendingChangeText(
  intl: Formatter,
  { changes, timeZone, cityName: city }: Order,
  now: number,
): string {
  const open = changes?.open
  if (!open) return ''
  return intl.formatMessage(
    { id: 'orderChange.waits' },
    {
      stage: open.stage,
      amount: formatMoney(open.difference, intl),
      when: afterWords(intl, formatTime(open.dueTime, { timeZone, city, now, intl, inSentence: true })),
    },
  )
}
