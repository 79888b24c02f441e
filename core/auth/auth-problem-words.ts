import { durationWords } from '../i18n/duration.ts'
import { codeWords } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import type { AuthProblem } from './sign-in.ts'

/** As `authProblemWords`, next to a code field: a wait also says whether the last code still works. */
export const codeProblemWords = (
  intl: Formatter,
  problem: AuthProblem,
  standing: 'works' | 'mayWork' | 'over',
): string => {
  if (problem.code !== 'tooSoon' || standing === 'over') return authProblemWords(intl, problem)
  return intl.formatMessage({ id: `authProblem.tooSoon${standing === 'works' ? 'CodeOut' : 'MayWork'}` })
}

export function authProblemWords(intl: Formatter, problem: AuthProblem): string {
  switch (problem.code) {
    case 'refused':
      return codeWords(intl, problem.errorCode)
    case 'network':
    case 'unexpected':
      return intl.formatMessage({ id: `error.${problem.code}` })
    case 'tooSoon':
    case 'tooManyTries':
      return intl.formatMessage(
        { id: `authProblem.${problem.code}` },
        { wait: durationWords(intl, problem.retryAfter) },
      )
    case 'unknownDialCode':
      return intl.formatMessage({ id: 'authProblem.unknownDialCode' }, { dialCode: problem.dialCode })
    case 'wrongCode':
      return intl.formatMessage({ id: 'authProblem.wrongCode' }, { triesLeft: problem.triesLeft })
    default:
      return intl.formatMessage({ id: `authProblem.${problem.code}` })
  }
}
