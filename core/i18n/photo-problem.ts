import type { PhotoProblem } from '../photos/photo-problem.ts'
import { policy } from '../policy/numbers.ts'
import { codeWords } from './failure.ts'
import type { Formatter } from './formatter.ts'

/** Why a photo is not with us, and what to do. `number` is its place among the photos, from 1. */
export function photoProblemWords(intl: Formatter, problem: PhotoProblem, number: number): string {
  const reason =
    problem.code === 'refused'
      ? codeWords(intl, problem.errorCode)
      : intl.formatMessage({ id: `photoProblem.${problem.code}` }, policy)
  return intl.formatMessage({ id: 'photo.failed' }, { number, reason })
}
