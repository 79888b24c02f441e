import type { Order } from '../contract/order.ts'
import type { Formatter } from '../i18n/formatter.ts'
import type { MessageKeyUnder } from '../i18n/message-key.ts'
import { firstOpenQuestion, isCountRefused } from './open-question.ts'
import { arePromisesInForce } from './order-state.ts'

/** Heading of an order with an open question about its bags or a refused count. Null otherwise, and after handover. */
export function openQuestionText(intl: Formatter, order: Order): { title: string; detail: string } | null {
  const text = (id: MessageKeyUnder<'ledger'>) => intl.formatMessage({ id: `ledger.${id}` })
  const asked = arePromisesInForce(order) ? firstOpenQuestion(order) : null
  if (asked) return { title: intl.formatMessage({ id: `ledger.asks.${asked}` }), detail: text('asksNext') }
  if (isCountRefused(order)) return { title: text('countRefused'), detail: text('countRefusedNext') }
  return null
}
