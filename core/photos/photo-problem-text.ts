import { errorCodeText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { policy } from '../policy/numbers.ts'
import type { PhotoProblem } from './photo-problem.ts'

/** Why a photo failed and what to do. `number` is its position, from 1. */
export function photoProblemText(intl: Formatter, problem: PhotoProblem, number: number): string {
  const reason =
    problem.code === 'refused'
      ? errorCodeText(intl, problem.errorCode)
      : intl.formatMessage({ id: `photoProblem.${problem.code}` }, policy)
  return intl.formatMessage({ id: 'photo.failed' }, { number, reason })
}
