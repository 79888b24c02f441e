import { placementProblemText } from '../booking/placement-problem-text.ts'
import type { PreparedLink } from '../contract/prepared-order.ts'
import { failureText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, fieldOf, isRefusedWith, reasonOf } from '../lib/failure.ts'
import { policy } from '../policy/numbers.ts'

/** Why the order isn't prepared yet. The entries are kept. */
export function prepareProblemText(intl: Formatter, failure: ApiFailure): string {
  if (failure.kind !== 'refused') return intl.formatMessage({ id: 'crewPrepare.unanswered' })
  const { code: errorCode, details } = failure
  const [field, reason] = [fieldOf(details), reasonOf(details)]
  if (field === 'preparedOrders') return intl.formatMessage({ id: 'crewPrepare.tooMany' }, policy)
  if (field === 'guest') return intl.formatMessage({ id: 'crewPrepare.guestRefused' })
  return placementProblemText(intl, { code: 'refused', errorCode, field, reason })
}

/** Why the link wasn't texted, or the order wasn't withdrawn. */
export const preparedProblemText = (intl: Formatter, failure: ApiFailure): string =>
  isRefusedWith(failure, errorCodes.verificationCodeTooSoon)
    ? intl.formatMessage({ id: 'crewPrepared.noTextsLeft' })
    : failureText(intl, failure)

/** State of the last text message with the link; empty before the first. */
export const textStateText = (intl: Formatter, { order: { textState } }: PreparedLink): string =>
  textState ? intl.formatMessage({ id: `crewPrepared.text.${textState}` }) : ''
