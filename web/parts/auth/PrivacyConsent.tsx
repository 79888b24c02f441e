import { createDeviceConsent } from '@handsfree/core/auth'
import { useMemo, useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Alert, Checkbox, TextLink } from '../../ui/index.ts'
import styles from './PrivacyConsent.module.css'

export type PrivacyConsentProps = {
  /** A sign-in was refused because the box isn't ticked. */
  isMissing: boolean
  /** Shows nothing until it's missing. For pages after the one that asks. */
  isLate?: boolean
}

/** The box that people tick before they sign in. Remembered on this device for the same version. */
export function PrivacyConsent({ isMissing, isLate = false }: PrivacyConsentProps) {
  const app = useApp()
  const consent = useMemo(() => createDeviceConsent(app), [app])
  const isGiven = useSyncExternalStore(consent.subscribe, consent.isGiven, () => false)
  if (isLate && !isMissing) return null
  return (
    <div className={styles.part}>
      <Checkbox
        checked={isGiven}
        onChange={consent.change}
        label={
          <span>
            <FormattedMessage
              id="consent.agree"
              values={{
                terms: (words) => <TextLink href="/terms">{words}</TextLink>,
                privacy: (words) => <TextLink href="/privacy">{words}</TextLink>,
              }}
            />
          </span>
        }
      />
      {isMissing && !isGiven && (
        <Alert tone="coral" panel>
          <FormattedMessage id="authProblem.consentRequired" />
        </Alert>
      )}
    </div>
  )
}
