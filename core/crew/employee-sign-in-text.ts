import { durationText } from '../i18n/duration.ts'
import { errorCodeText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { errorCodes } from '../lib/error-codes.ts'
import type { PasswordProblem } from './employee-sign-in.ts'

const refusals = {
  [errorCodes.userNotExists]: 'notEmployee',
  [errorCodes.userStateError]: 'disabled',
  [errorCodes.employeePasswordEmpty]: 'noPassword',
  [errorCodes.employeeRegionNotExists]: 'regionClosed',
  [errorCodes.employeeLocationNotExists]: 'siteClosed',
} as const

/** Text for a refusal after a right code or password; undefined for codes that can't come then. */
export const refusedSignInText = (intl: Formatter, errorCode: number): string | undefined =>
  errorCode in refusals
    ? intl.formatMessage({ id: `crewSignIn.refused.${refusals[errorCode as keyof typeof refusals]}` })
    : undefined

export function passwordProblemText(intl: Formatter, problem: PasswordProblem): string {
  switch (problem.code) {
    case 'refused':
      return refusedSignInText(intl, problem.errorCode) ?? errorCodeText(intl, problem.errorCode)
    case 'network':
    case 'unexpected':
      return intl.formatMessage({ id: `error.${problem.code}` })
    case 'invalidPhone':
      return intl.formatMessage({ id: 'authProblem.invalidPhone' })
    case 'wrongPassword':
      return intl.formatMessage({ id: 'crewSignIn.wrongPassword' }, { triesLeft: problem.triesLeft })
    case 'tooManyPasswords':
      return intl.formatMessage(
        { id: 'crewSignIn.tooManyPasswords' },
        { wait: durationText(intl, problem.retryAfter) },
      )
    case 'passwordRequired':
      return intl.formatMessage({ id: 'crewSignIn.passwordRequired' })
  }
}
