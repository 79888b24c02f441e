import { type PushProblem, pushProblemText } from '@handsfree/core/notifications'
import { useIntl } from 'react-intl'
import { Alert, TextLink } from '../../ui/index.ts'

type PushProblemAlertProps = { problem: PushProblem; onRetry?: () => void }

export function PushProblemAlert({ problem, onRetry }: PushProblemAlertProps) {
  const intl = useIntl()
  const retry = onRetry && (
    <TextLink onClick={onRetry}>{intl.formatMessage({ id: 'common.tryAgain' })}</TextLink>
  )
  return (
    <Alert tone="coral" panel action={retry}>
      {pushProblemText(intl, problem)}
    </Alert>
  )
}
