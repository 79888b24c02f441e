import type { Order } from '../contract/order.ts'
import { errorCodeText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { formatMoney } from '../i18n/money.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, isOutcomeUnknown, isRefusedWith, reasonOf } from '../lib/failure.ts'

/** The return fee, and whether it is due or paid. */
export function returnCostText(intl: Formatter, { returning }: Pick<Order, 'returning'>): string {
  const fee = returning?.fee
  if (!fee || fee.amount === 0) return intl.formatMessage({ id: 'orderReturn.free' })
  const { state, choice, canKeep, paymentId } = returning
  // `paymentId` is null once the fee is paid.
  const isPaid = !paymentId && (choice === 'back' || choice === 'address')
  return intl.formatMessage(
    { id: 'orderReturn.fee' },
    {
      fee: formatMoney(fee, intl),
      state: isPaid ? 'paid' : 'due',
      canKeep: String(canKeep && state === 'wait'),
    },
  )
}

export function returnProblemText(intl: Formatter, failure: ApiFailure): string {
  if (failure.kind !== 'refused' || isOutcomeUnknown(failure))
    return intl.formatMessage({ id: 'orderReturn.unknown' })
  const [field, reason] = [fieldOf(failure.details), reasonOf(failure.details)]
  // 5003 has one of `returnRefusals` as its reason.
  if (isRefusedWith(failure, errorCodes.packageNotConfirmed))
    return intl.formatMessage({ id: 'orderReturn.refused' }, { reason: reason ?? 'other' })
  if (field === 'choice') return intl.formatMessage({ id: 'orderReturn.noStorage' })
  if (field === 'delivery')
    return intl.formatMessage({ id: 'orderReturn.noWay' }, { reason: reason ?? 'other' })
  return errorCodeText(intl, failure.code)
}
