import type { RefundRequest } from '../contract/refund-request.ts'
import { failureText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, isRefusedWith, reasonOf } from '../lib/failure.ts'

/** The act that an operator asks for, such as "Cancel the order". */
export const refundActText = (intl: Formatter, { act }: RefundRequest): string =>
  intl.formatMessage({ id: 'crewRefund.act' }, { act })

/** Whom the request waits for, or who decided it. */
export const refundStateText = (intl: Formatter, { state, decider }: RefundRequest): string =>
  intl.formatMessage({ id: 'crewRefund.state' }, { state, name: decider?.name ?? decider?.employeeId ?? '' })

const refusals = ['decided', 'disabled', 'changed'] as const

/** Why a decision failed, and the way on. */
export function refundProblemText(intl: Formatter, failure: ApiFailure): string {
  if (failure.kind !== 'refused') return failureText(intl, failure)
  if (isRefusedWith(failure, errorCodes.accessDenied)) return intl.formatMessage({ id: 'crewRefund.notYou' })
  const reason = refusals.find((name) => name === reasonOf(failure.details))
  return reason && fieldOf(failure.details) === 'request'
    ? intl.formatMessage({ id: `crewRefund.refused.${reason}` })
    : intl.formatMessage({ id: 'crewRefund.refused' }, { problem: failureText(intl, failure) })
}
