import {
  selectAuthProblem,
  selectCodeLifetime,
  selectIsCodeSpent,
  selectPhone,
  selectRequestId,
} from '@handsfree/core/auth'
import { formatPhone } from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { withNext } from '../../app/address.ts'
import { goBack } from '../../app/navigate.ts'
import { useApp } from '../../app/useApp.ts'
import { CodeField, DemoCode, ResendButton } from '../../parts/auth/CodeEntry.tsx'
import { PrivacyConsent } from '../../parts/auth/PrivacyConsent.tsx'
import styles from '../../parts/auth/VerificationCode.module.css'
import { Headline, Page, StickyAction, TextLink } from '../../ui/index.ts'
import { AuthBar } from './AuthBar.tsx'
import { CodeHelp } from './CodeHelp.tsx'

export default function CheckCode() {
  const { auth } = useApp()
  const phone = useSelector(auth, selectPhone)
  const requestId = useSelector(auth, selectRequestId)
  const problem = useSelector(auth, selectAuthProblem)
  const isSpent = useSelector(auth, selectIsCodeSpent)
  const lifetime = useSelector(auth, selectCodeLifetime)
  return (
    <Page
      bar={<AuthBar />}
      action={
        <StickyAction>
          <ResendButton />
        </StickyAction>
      }
    >
      <Headline
        detail={
          <span className={styles.sentTo}>
            <FormattedMessage id="code.sentTo" values={{ phone: formatPhone(phone) }} />
            <TextLink onClick={() => goBack(withNext('/sign/in', location.search))}>
              <FormattedMessage id="code.change" />
            </TextLink>
          </span>
        }
      >
        <FormattedMessage id="code.title" />
      </Headline>
      <div className={styles.parts}>
        <CodeField />
        <PrivacyConsent isMissing={problem?.code === 'consentRequired'} isLate />
        <CodeHelp key={requestId} />
      </div>
      {!isSpent && (
        <>
          <p className={styles.validity}>
            <FormattedMessage id="code.validity" values={{ minutes: Math.round(lifetime / 60) }} />
          </p>
          <DemoCode />
        </>
      )}
    </Page>
  )
}
