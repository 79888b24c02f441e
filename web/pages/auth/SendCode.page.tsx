import { selectAuthIsBusy, selectAuthProblem, selectPhone } from '@handsfree/core/auth'
import { formatPhone } from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useSearch } from 'wouter'
import { withNext } from '../../app/address.ts'
import { useApp } from '../../app/useApp.ts'
import { PhoneProblem } from '../../parts/auth/PhoneProblem.tsx'
import { PrivacyConsent } from '../../parts/auth/PrivacyConsent.tsx'
import styles from '../../parts/auth/VerificationCode.module.css'
import { Button, Headline, Page, StickyAction, TextLink } from '../../ui/index.ts'
import { AuthBar } from './AuthBar.tsx'

export default function SendCode() {
  const { auth } = useApp()
  const search = useSearch()
  const phone = useSelector(auth, selectPhone)
  const problem = useSelector(auth, selectAuthProblem)
  const isSending = useSelector(auth, selectAuthIsBusy)
  const canSend = useSelector(auth, (snapshot) => snapshot.can({ type: 'code.request' }))
  return (
    <Page
      bar={<AuthBar />}
      action={
        <StickyAction>
          <Button
            busy={isSending}
            disabled={!canSend && !isSending}
            onClick={() => auth.send({ type: 'code.request' })}
          >
            <FormattedMessage id="signIn.sendCode" />
          </Button>
        </StickyAction>
      }
    >
      <Headline
        detail={
          <span className={styles.sentTo}>
            <FormattedMessage id="code.sendTo" values={{ phone: formatPhone(phone) }} />
            <TextLink href={withNext('/sign/in', search)}>
              <FormattedMessage id="code.change" />
            </TextLink>
          </span>
        }
      >
        <FormattedMessage id="code.sendTitle" />
      </Headline>
      <div className={styles.parts}>
        <PhoneProblem problem={problem} />
        <PrivacyConsent isMissing={problem?.code === 'consentRequired'} />
      </div>
    </Page>
  )
}
