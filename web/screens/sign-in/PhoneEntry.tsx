import { selectAuthIsBusy, selectAuthProblem } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useSearch } from 'wouter'
import { keepNext, nextPath } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { useApp } from '../../app/context.ts'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { PhoneProblem } from '../../phone/PhoneProblem.tsx'
import { Alert, Button, Headline, Page, TextLink } from '../../ui/index.ts'
import styles from './PhoneEntry.module.css'
import { PhoneField } from './PhoneField.tsx'

const others = { signIn: '/sign/up', signUp: '/sign/in' }

/** A browser that stores nothing forgets the account on the way over the payment provider's page. */
const isBackFromProvider = (search: string) => nextPath(search).startsWith('/payment/session-status?')

export function PhoneEntry({ purpose }: { purpose: keyof typeof others }) {
  const { auth } = useApp()
  const search = useSearch()
  const problem = useSelector(auth, selectAuthProblem)
  const isSending = useSelector(auth, selectAuthIsBusy)
  const canSend = useSelector(auth, (snapshot) => snapshot.can({ type: 'code.request' }))
  return (
    <Page bar={<BackBar actions={<LanguageSwitch />} />}>
      <Headline detail={<FormattedMessage id={`${purpose}.detail`} />}>
        <FormattedMessage id={`${purpose}.title`} />
      </Headline>
      {isBackFromProvider(search) && (
        <div className={styles.notice}>
          <Alert tone="sky" panel>
            <FormattedMessage id="signIn.paymentSafe" />
          </Alert>
        </div>
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          auth.send({ type: 'code.request' })
        }}
      >
        <PhoneField />
        <PhoneProblem problem={problem} hasField />
        <Button type="submit" busy={isSending} disabled={!canSend && !isSending}>
          <FormattedMessage id="signIn.sendCode" />
        </Button>
      </form>
      <p className={styles.terms}>
        <FormattedMessage
          id="signIn.terms"
          values={{ link: (words) => <TextLink href="/terms">{words}</TextLink> }}
        />
      </p>
      <p className={styles.other}>
        <FormattedMessage id={`${purpose}.other`} />{' '}
        <TextLink href={keepNext(others[purpose], search)} replace>
          <FormattedMessage id={`${purpose}.otherLink`} />
        </TextLink>
      </p>
    </Page>
  )
}
