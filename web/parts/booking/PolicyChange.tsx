import { missingConsentOf } from '@handsfree/core/auth'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Alert, TextLink } from '../../ui/index.ts'

/** Above the terms that an order agrees to, if the account hasn't agreed to the current privacy policy. */
export function PolicyChange() {
  const app = useApp()
  const isMissing = useSelector(app.auth, () => missingConsentOf(app) !== null)
  return (
    isMissing && (
      <Alert tone="sky" panel>
        <FormattedMessage
          id="orderForm.privacyChanged"
          values={{ ...policy, link: (words) => <TextLink href="/privacy">{words}</TextLink> }}
        />
      </Alert>
    )
  )
}
