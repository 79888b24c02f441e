import { codeWords } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { policy } from '../policy/numbers.ts'
import type { PhotoProblem } from './photo-problem.ts'

/** Why a photo failed and what to do. `number` is its position, from 1. */
export function photoProblemWords(intl: Formatter, problem: PhotoProblem, number: number): string {
  const reason =
    problem.code === 'refused'
      ? codeWords(intl, problem.errorCode)
      : intl.formatMessage({ id: `photoProblem.${problem.code}` }, policy)
  return intl.formatMessage({ id: 'photo.failed' }, { number, reason })
}
