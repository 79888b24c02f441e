import { durationText } from '../i18n/duration.ts'
import { errorCodeText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import type { AuthProblem } from './sign-in.ts'

/** As `authProblemWords`, next to a code field: a wait also says whether the last code still works. */
export const codeProblemText = (
  intl: Formatter,
  problem: AuthProblem,
  validity: 'works' | 'mayWork' | 'over',
): string => {
  if (problem.code !== 'tooSoon' || validity === 'over') return authProblemText(intl, problem)
  return intl.formatMessage({ id: `authProblem.tooSoon${validity === 'works' ? 'CodeOut' : 'MayWork'}` })
}

export function authProblemText(intl: Formatter, problem: AuthProblem): string {
  switch (problem.code) {
    case 'refused':
      return errorCodeText(intl, problem.errorCode)
    case 'network':
    case 'unexpected':
      return intl.formatMessage({ id: `error.${problem.code}` })
    case 'tooSoon':
    case 'tooManyTries':
      return intl.formatMessage(
        { id: `authProblem.${problem.code}` },
        { wait: durationText(intl, problem.retryAfter) },
      )
    case 'unknownDialCode':
      return intl.formatMessage({ id: 'authProblem.unknownDialCode' }, { dialCode: problem.dialCode })
    case 'wrongCode':
      return intl.formatMessage({ id: 'authProblem.wrongCode' }, { triesLeft: problem.triesLeft })
    default:
      return intl.formatMessage({ id: `authProblem.${problem.code}` })
  }
}
