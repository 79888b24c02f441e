import { durationText } from '../i18n/duration.ts'
import { errorCodeText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import { refusedSignInText } from './employee-sign-in-text.ts'
import type { TabletProblem } from './tablet.ts'

export function tabletProblemText(intl: Formatter, problem: TabletProblem): string {
  switch (problem.code) {
    case 'wrongPin':
      return intl.formatMessage({ id: 'crewTablet.wrongPin' }, { triesLeft: problem.triesLeft })
    case 'tooManyPins':
      return intl.formatMessage(
        { id: 'crewTablet.tooManyPins' },
        { wait: durationText(intl, problem.retryAfter) },
      )
    case 'pinIncomplete':
    case 'pinMissing':
      return intl.formatMessage({ id: `crewTablet.${problem.code}` })
    case 'tabletGone':
      return intl.formatMessage({ id: 'crewTablet.gone' })
    case 'refused':
      return refusedSignInText(intl, problem.errorCode) ?? errorCodeText(intl, problem.errorCode)
    case 'network':
    case 'unexpected':
      return intl.formatMessage({ id: `error.${problem.code}` })
  }
}
