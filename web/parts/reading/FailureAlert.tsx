import { failureText } from '@handsfree/core/i18n'
import type { ApiFailure } from '@handsfree/core/lib'
import { useIntl } from 'react-intl'
import { Alert } from '../../ui/Alert.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

export type FailureAlertProps = {
  failure: ApiFailure
  onRetry?: () => void
}

export function FailureAlert({ failure, onRetry }: FailureAlertProps) {
  const intl = useIntl()
  return (
    <Alert
      tone="coral"
      panel
      action={
        onRetry && <TextLink onClick={onRetry}>{intl.formatMessage({ id: 'common.tryAgain' })}</TextLink>
      }
    >
      {failureText(intl, failure)}
    </Alert>
  )
}
