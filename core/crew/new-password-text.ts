import type { Formatter } from '../i18n/formatter.ts'
import { employeeLimits } from '../policy/employee-limits.ts'
import { policy } from '../policy/numbers.ts'
import { passwordProblemText } from './employee-sign-in-text.ts'
import type { NewPasswordProblem } from './new-password.ts'

/** Numbers in messages about passwords. */
export const employeeLimitValues = {
  freshSignInMinutes: employeeLimits.freshSignInMinutes,
  invitationHours: employeeLimits.invitationHours,
  passwordCharacters: policy.passwordCharacters,
  tabletIdleMinutes: employeeLimits.tabletIdleMinutes,
}

export function newPasswordProblemText(intl: Formatter, problem: NewPasswordProblem): string {
  switch (problem.code) {
    case 'currentRequired':
    case 'tooShort':
    case 'pinIncomplete':
    case 'pinTooEasy':
    case 'proofRequired':
      return intl.formatMessage({ id: `crewPassword.${problem.code}` }, employeeLimitValues)
    case 'wrongPassword':
      return intl.formatMessage({ id: 'crewPassword.wrongCurrent' }, { triesLeft: problem.triesLeft })
    case 'invitationGone':
      return intl.formatMessage({ id: 'crewInvitation.goneDetail' }, employeeLimitValues)
    default:
      return passwordProblemText(intl, problem)
  }
}
