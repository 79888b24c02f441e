import { errorCodes } from '../api/error-codes.ts'
import { type ApiFailure, fieldOf, isRefusedWith, reasonOf } from '../api/failure.ts'
import type { Formatter } from '../format/formatter.ts'
import { codeWords, failureWords } from './failure.ts'

/** Why a choice of where bags go was not taken. */
export function returnProblemWords(intl: Formatter, failure: ApiFailure): string {
  if (failure.kind === 'network') return intl.formatMessage({ id: 'orderReturn.unknown' })
  if (failure.kind !== 'refused') return failureWords(intl, failure)
  const [field, reason] = [fieldOf(failure.details), reasonOf(failure.details)]
  if (isRefusedWith(failure, errorCodes.packageNotConfirmed))
    return intl.formatMessage({ id: 'orderReturn.refused' }, { reason: reason ?? 'other' })
  if (field === 'choice') return intl.formatMessage({ id: 'orderReturn.noStorage' })
  if (field === 'delivery')
    return intl.formatMessage({ id: 'orderReturn.noWay' }, { reason: reason ?? 'other' })
  return codeWords(intl, failure.code)
}
