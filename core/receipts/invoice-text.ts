import type { OrderInvoice } from '../contract/invoice.ts'
import { failureText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { type ApiFailure, fieldOf, isOutcomeUnknown, reasonOf } from '../lib/failure.ts'
import { policy } from '../policy/numbers.ts'

/** Why no invoice can be requested. */
export const invoiceClosedText = (intl: Formatter, reason: OrderInvoice['mayRequest'] | 'other'): string =>
  intl.formatMessage({ id: 'invoice.closed' }, { reason, days: policy.invoiceDays })

export function invoiceProblemText(intl: Formatter, failure: ApiFailure): string {
  if (failure.kind !== 'refused' || isOutcomeUnknown(failure))
    return intl.formatMessage({ id: 'invoice.unknown' })
  const [field, reason] = [fieldOf(failure.details), reasonOf(failure.details)]
  if (field === 'taxNumber') return intl.formatMessage({ id: 'invoice.taxNumberInvalid' })
  if (field === 'order')
    return invoiceClosedText(intl, (reason as OrderInvoice['mayRequest'] | undefined) ?? 'other')
  return failureText(intl, failure)
}
