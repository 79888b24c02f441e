import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Alert, TextLink } from '../ui/index.ts'

/** Says that what is shown is stale, as the last read failed, and offers a retry. */
export function StaleAlert({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <Alert
      tone="coral"
      panel
      action={
        <TextLink onClick={onRetry}>
          <FormattedMessage id="common.tryAgain" />
        </TextLink>
      }
    >
      {children}
    </Alert>
  )
}
