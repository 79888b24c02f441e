import type { AuthProblem } from '@handsfree/core/auth'
import { authProblemWords } from '@handsfree/core/words'
import { useIntl } from 'react-intl'
import { Alert } from '../../ui/index.ts'

export type PhoneProblemProps = {
  problem: AuthProblem | null
  /** A field beside it says what is wrong with the number. */
  hasField?: boolean
}

/** Why no code went out. */
export function PhoneProblem({ problem, hasField = false }: PhoneProblemProps) {
  const intl = useIntl()
  if (!problem || (hasField && problem.code === 'invalidPhone')) return null
  const isServerSide = problem.code === 'refused' || problem.code === 'unexpected'
  return (
    <Alert tone="coral" panel>
      {isServerSide ? intl.formatMessage({ id: 'authProblem.sendFailed' }) : authProblemWords(intl, problem)}
    </Alert>
  )
}
