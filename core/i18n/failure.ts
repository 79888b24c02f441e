import type { AuthProblem } from '../auth/sign-in.types.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { durationWords } from './duration.ts'
import type { Formatter } from './formatter.ts'
import type { MessageKey } from './message-key.ts'

/** What a refusal means: the text of its catalogue code, or one that shows the number. */
export const codeWords = (intl: Formatter, code: number): string => {
  const id = `error.${code}`
  const isCatalogued = (key: string): key is MessageKey => key in intl.messages
  return isCatalogued(id)
    ? intl.formatMessage({ id })
    : intl.formatMessage({ id: 'error.unknown' }, { code: String(code) })
}

/** What went wrong with a call, in words for the traveller. */
export const failureWords = (intl: Formatter, failure: ApiFailure): string =>
  failure.kind === 'refused'
    ? codeWords(intl, failure.code)
    : intl.formatMessage({ id: `error.${failure.kind}` })

/** The same beside the boxes of a code: a wait also says what that code is still good for. */
export const codeProblemWords = (
  intl: Formatter,
  problem: AuthProblem,
  standing: 'works' | 'mayWork' | 'over',
): string => {
  if (problem.code !== 'tooSoon' || standing === 'over') return authProblemWords(intl, problem)
  return intl.formatMessage({ id: `authProblem.tooSoon${standing === 'works' ? 'CodeOut' : 'MayWork'}` })
}

/** What went wrong with a number, a code or a profile, in words for the traveller. */
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
