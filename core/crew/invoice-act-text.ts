import { failureText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { type ApiFailure, fieldOf, reasonOf } from '../lib/failure.ts'
import { policy } from '../policy/numbers.ts'

const refusals = ['changed', 'refunded', 'size', 'type'] as const

/** Why an operator's answer to an invoice request failed, and the way on. */
export function invoiceActProblemText(intl: Formatter, failure: ApiFailure): string {
  if (failure.kind !== 'refused') return failureText(intl, failure)
  const reason = refusals.find((name) => name === reasonOf(failure.details))
  return reason && fieldOf(failure.details) !== null
    ? intl.formatMessage({ id: 'crewInvoice.refused' }, { reason, maxInvoiceMb: policy.maxInvoiceMb })
    : failureText(intl, failure)
}
