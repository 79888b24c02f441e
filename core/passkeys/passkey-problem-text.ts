import { errorCodeText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { policy } from '../policy/numbers.ts'
import type { PasskeyProblem } from './passkey-problem.ts'

export function passkeyProblemText(intl: Formatter, problem: PasskeyProblem): string {
  switch (problem.code) {
    case 'refused':
      return errorCodeText(intl, problem.errorCode)
    case 'network':
    case 'unexpected':
      return intl.formatMessage({ id: `error.${problem.code}` })
    case 'consentRequired':
    case 'policyChanged':
      return intl.formatMessage({ id: `authProblem.${problem.code}` })
    case 'tooMany':
      return intl.formatMessage({ id: 'passkeyProblem.tooMany' }, { maxPasskeys: policy.maxPasskeys })
    default:
      return intl.formatMessage({ id: `passkeyProblem.${problem.code}` })
  }
}
