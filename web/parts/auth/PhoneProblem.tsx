import type { AuthProblem } from '@handsfree/core/auth'
import { authProblemText } from '@handsfree/core/auth'
import { useIntl } from 'react-intl'
import { Alert, TextLink } from '../../ui/index.ts'

export type PhoneProblemProps = {
  problem: AuthProblem | null
  /** The page has a phone field, which shows problems with the number. */
  hasField?: boolean
}

export function PhoneProblem({ problem, hasField = false }: PhoneProblemProps) {
  const intl = useIntl()
  // `PrivacyConsent` shows it.
  if (!problem || problem.code === 'consentRequired' || (hasField && isAboutNumber(problem))) return null
  const isServerSide = problem.code === 'refused' || problem.code === 'unexpected'
  return (
    <Alert
      tone="coral"
      panel
      action={
        problem.code === 'unknownPlace' && (
          <TextLink href="/qr-code/scan">{intl.formatMessage({ id: 'orderForm.scanAnother' })}</TextLink>
        )
      }
    >
      {isServerSide ? intl.formatMessage({ id: 'authProblem.sendFailed' }) : authProblemText(intl, problem)}
    </Alert>
  )
}

const numberProblems: readonly AuthProblem['code'][] = [
  'invalidPhone',
  'unknownDialCode',
  'notMobile',
  'countryNotServed',
]

export const isAboutNumber = ({ code }: AuthProblem): boolean => numberProblems.includes(code)
