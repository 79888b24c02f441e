import { selectAuthIsBusy, selectAuthProblem } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useSearch } from 'wouter'
import { nextPath } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { useApp } from '../../app/context.ts'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { PhoneProblem } from '../../phone/PhoneProblem.tsx'
import { Alert, Button, Headline, Page, StickyAction, TextLink } from '../../ui/index.ts'
import styles from './PhoneEntry.module.css'
import { PhoneField } from './PhoneField.tsx'

const formId = 'phone-entry'

/** A browser that stores nothing forgets the account on the way over the payment provider's page. */
const isBackFromProvider = (search: string) => nextPath(search).startsWith('/payment/session-status?')

/** One page for newcomers and members alike. */
export function PhoneEntry() {
  const { auth } = useApp()
  const search = useSearch()
  const problem = useSelector(auth, selectAuthProblem)
  const isSending = useSelector(auth, selectAuthIsBusy)
  const canSend = useSelector(auth, (snapshot) => snapshot.can({ type: 'code.request' }))
  return (
    <Page
      bar={<BackBar actions={<LanguageSwitch />} />}
      action={
        <StickyAction>
          <Button type="submit" form={formId} busy={isSending} disabled={!canSend && !isSending}>
            <FormattedMessage id="signIn.sendCode" />
          </Button>
        </StickyAction>
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
      </form>
      <p className={styles.terms}>
        <FormattedMessage
          id="signIn.terms"
          values={{ link: (words) => <TextLink href="/terms">{words}</TextLink> }}
        />
      </p>
    </Page>
  )
}
