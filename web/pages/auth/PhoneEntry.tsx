import { authProblemText, selectAuthIsBusy, selectAuthProblem, selectPhone } from '@handsfree/core/auth'
import { createPasskeySignIn } from '@handsfree/core/passkeys'
import { type PhoneEntry as EnteredPhone, regionName, regionOf } from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import flags from 'country-flag-emoji-polyfill/dist/TwemojiCountryFlags.woff2'
import { ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearch } from 'wouter'
import { nextPath, withNext } from '../../app/address.ts'
import { useApp } from '../../app/useApp.ts'
import { useIsWide } from '../../app/useIsWide.ts'
import { EmailWayOrAlert } from '../../parts/auth/EmailWay.tsx'
import { PasskeySignIn } from '../../parts/auth/PasskeySignIn.tsx'
import { isAboutNumber, PhoneProblem } from '../../parts/auth/PhoneProblem.tsx'
import { PrivacyConsent } from '../../parts/auth/PrivacyConsent.tsx'
import { Flag, loadFlags } from '../../parts/phone/Flag.tsx'
import { PhoneControl } from '../../parts/phone/PhoneControl.tsx'
import { Alert, Anchor, Button, Field, Headline, Page, StickyAction } from '../../ui/index.ts'
import { AuthBar } from './AuthBar.tsx'
import styles from './PhoneEntry.module.css'

const formId = 'phone-entry'

/** Browsers that block storage lose the account on the way to the payment provider and back. */
const isBackFromProvider = (search: string) => nextPath(search).startsWith('/payment/session-status?')

export function PhoneEntry() {
  const { auth } = useApp()
  const search = useSearch()
  const problem = useSelector(auth, selectAuthProblem)
  const isSending = useSelector(auth, selectAuthIsBusy)
  const canSend = useSelector(auth, (snapshot) => snapshot.can({ type: 'code.request' }))
  // The button follows the form there instead of staying at the bottom of the window.
  const isBelow = useIsWide(600)
  return (
    <Page
      bar={<AuthBar />}
      action={
        <>
          <StickyAction>
            <Button type="submit" form={formId} busy={isSending} disabled={!canSend && !isSending}>
              <FormattedMessage id="signIn.sendCode" />
            </Button>
          </StickyAction>
          {isBelow && (
            <div className={styles.below}>
              <OtherWays />
            </div>
          )}
        </>
      }
    >
      <Headline detail={<FormattedMessage id="signIn.detail" />}>
        <FormattedMessage id="signIn.title" />
      </Headline>
      {isBackFromProvider(search) && (
        <div className={styles.alert}>
          <Alert tone="sky" panel>
            <FormattedMessage id="signIn.paymentSafe" />
          </Alert>
        </div>
      )}
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          auth.send({ type: 'code.request' })
        }}
      >
        <PhoneField />
        <PhoneProblem problem={problem} hasField />
        <PrivacyConsent isMissing={problem?.code === 'consentRequired'} />
      </form>
      {!isBelow && <OtherWays />}
    </Page>
  )
}

const OtherWays = () => (
  <>
    <EmailWayOrAlert />
    <p className={styles.newHere}>
      <FormattedMessage id="signIn.newHere" />
    </p>
    <PasskeySignIn create={createPasskeySignIn} />
  </>
)

function PhoneField() {
  const intl = useIntl()
  const { auth } = useApp()
  const phone = useSelector(auth, selectPhone)
  const problem = useSelector(auth, selectAuthProblem)
  const isSending = useSelector(auth, selectAuthIsBusy)
  return (
    <Field
      label={intl.formatMessage({ id: 'signIn.phone' })}
      error={problem && isAboutNumber(problem) ? authProblemText(intl, problem) : undefined}
    >
      <PhoneControl
        autoComplete="tel-national webauthn"
        enterKeyHint="send"
        autoFocus
        readOnly={isSending}
        phone={phone}
        onChange={(entry) => auth.send({ type: 'phone.change', phone: entry })}
        start={<DialCodeLink phone={phone} />}
      />
    </Field>
  )
}

function DialCodeLink({ phone }: { phone: EnteredPhone }) {
  const intl = useIntl()
  const search = useSearch()
  const region = regionOf(phone, useApp().platform.languages())
  useEffect(() => void loadFlags(flags), [])
  return (
    <Anchor
      className={styles.link}
      href={withNext('/phone-dial-code', search)}
      aria-label={intl.formatMessage(
        { id: 'signIn.dialCode' },
        {
          country: region ? regionName(region, intl.locale) : '',
          dialCode: phone.dialCode,
        },
      )}
    >
      {region && <Flag region={region} />}+{phone.dialCode}
      <ChevronDown size={16} aria-hidden="true" />
    </Anchor>
  )
}
