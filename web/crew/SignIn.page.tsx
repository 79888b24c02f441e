import {
  authProblemText,
  selectAuthIsBusy,
  selectAuthProblem,
  selectIsEnteringCode,
  selectPhone,
} from '@handsfree/core/auth'
import {
  createCrewPasskeySignIn,
  createEmployeeSignIn,
  type EmployeeSignInActor,
  passwordProblemText,
  refusedSignInText,
  selectIsCheckingPassword,
  selectPassword,
  selectPasswordProblem,
  selectSignInMethod,
} from '@handsfree/core/crew'
import { formatPhone } from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { useApp } from '../app/useApp.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { CodeField, DemoCode, ResendButton } from '../parts/auth/CodeEntry.tsx'
import { PasskeySignIn } from '../parts/auth/PasskeySignIn.tsx'
import { isAboutNumber, PhoneProblem } from '../parts/auth/PhoneProblem.tsx'
import { DialCodeSelect } from '../parts/phone/DialCodeSelect.tsx'
import { PhoneControl } from '../parts/phone/PhoneControl.tsx'
import { Alert, Button, Field, Headline, Page, StickyAction, TextLink, TopBar } from '../ui/index.ts'
import { PasswordControl } from './PasswordControl.tsx'
import styles from './SignIn.module.css'

const formId = 'crew-sign-in'

export default function CrewSignIn() {
  const { auth } = useApp()
  const actor = useScreenActor(createEmployeeSignIn)
  const method = useSelector(actor, selectSignInMethod)
  const isEnteringCode = useSelector(auth, selectIsEnteringCode)
  if (method === 'password') return <PasswordEntry actor={actor} />
  return isEnteringCode ? <CodePage /> : <NumberEntry actor={actor} />
}

const bar = <TopBar actions={<LanguageSwitch />} />

function NumberEntry({ actor }: { actor: EmployeeSignInActor }) {
  const { auth } = useApp()
  const problem = useSelector(auth, selectAuthProblem)
  const isSending = useSelector(auth, selectAuthIsBusy)
  const canSend = useSelector(auth, (snapshot) => snapshot.can({ type: 'code.request' }))
  return (
    <Page
      bar={bar}
      action={
        <StickyAction>
          <Button type="submit" form={formId} busy={isSending} disabled={!canSend && !isSending}>
            <FormattedMessage id="signIn.sendCode" />
          </Button>
        </StickyAction>
      }
    >
      <Headline detail={<FormattedMessage id="crewSignIn.detail" />}>
        <FormattedMessage id="crewSignIn.title" />
      </Headline>
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          auth.send({ type: 'code.request' })
        }}
      >
        <PhoneField autoComplete="tel-national webauthn" />
        <PhoneProblem problem={problem} hasField />
        <TextLink onClick={() => actor.send({ type: 'method.choose', method: 'password' })}>
          <FormattedMessage id="crewSignIn.usePassword" />
        </TextLink>
      </form>
      <PasskeySignIn create={createCrewPasskeySignIn} />
    </Page>
  )
}

type PhoneFieldProps = { autoComplete: 'tel-national webauthn' | 'username webauthn'; isBusy?: boolean }

function PhoneField({ autoComplete, isBusy = false }: PhoneFieldProps) {
  const intl = useIntl()
  const { auth } = useApp()
  const phone = useSelector(auth, selectPhone)
  const problem = useSelector(auth, selectAuthProblem)
  const isReadOnly = useSelector(auth, selectAuthIsBusy) || isBusy
  return (
    <Field
      label={intl.formatMessage({ id: 'signIn.phone' })}
      error={problem && isAboutNumber(problem) ? authProblemText(intl, problem) : undefined}
    >
      <PhoneControl
        autoComplete={autoComplete}
        enterKeyHint="next"
        autoFocus
        readOnly={isReadOnly}
        phone={phone}
        onChange={(entry) => auth.send({ type: 'phone.change', phone: entry })}
        start={
          <DialCodeSelect
            phone={phone}
            disabled={isReadOnly}
            onChange={(choice) => auth.send({ type: 'phone.change', phone: choice })}
          />
        }
      />
    </Field>
  )
}

function PasswordEntry({ actor }: { actor: EmployeeSignInActor }) {
  const intl = useIntl()
  const { auth } = useApp()
  const phone = useSelector(auth, selectPhone)
  const password = useSelector(actor, selectPassword)
  const problem = useSelector(actor, selectPasswordProblem)
  const isChecking = useSelector(actor, selectIsCheckingPassword)
  const problemText = problem ? passwordProblemText(intl, problem) : undefined
  const isAboutField = problem?.code === 'passwordRequired' || problem?.code === 'wrongPassword'
  return (
    <Page
      bar={bar}
      action={
        <StickyAction>
          <Button type="submit" form={formId} busy={isChecking}>
            <FormattedMessage id="crewSignIn.submit" />
          </Button>
        </StickyAction>
      }
    >
      <Headline detail={<FormattedMessage id="crewSignIn.passwordDetail" />}>
        <FormattedMessage id="crewSignIn.title" />
      </Headline>
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const { dialCode, phoneNumber } = phone
          actor.send({ type: 'password.submit', phone: { dialCode, phoneNumber } })
        }}
      >
        <PhoneField autoComplete="username webauthn" isBusy={isChecking} />
        <Field
          label={intl.formatMessage({ id: 'crewSignIn.password' })}
          error={isAboutField ? problemText : undefined}
        >
          <PasswordControl
            autoComplete="current-password"
            enterKeyHint="go"
            readOnly={isChecking}
            value={password}
            onChange={({ currentTarget }) =>
              actor.send({ type: 'password.change', password: currentTarget.value })
            }
          />
        </Field>
        {problemText && !isAboutField && (
          <Alert tone="coral" panel>
            {problemText}
          </Alert>
        )}
        <TextLink onClick={() => actor.send({ type: 'method.choose', method: 'code' })}>
          <FormattedMessage id="crewSignIn.useCode" />
        </TextLink>
      </form>
      <PasskeySignIn create={createCrewPasskeySignIn} />
    </Page>
  )
}

function CodePage() {
  const intl = useIntl()
  const { auth } = useApp()
  const phone = useSelector(auth, selectPhone)
  return (
    <Page
      bar={bar}
      action={
        <StickyAction>
          <ResendButton />
        </StickyAction>
      }
    >
      <Headline
        detail={
          <>
            <FormattedMessage id="code.sentTo" values={{ phone: formatPhone(phone) }} />{' '}
            <TextLink onClick={() => auth.send({ type: 'phone.edit' })}>
              <FormattedMessage id="code.change" />
            </TextLink>
          </>
        }
      >
        <FormattedMessage id="code.title" />
      </Headline>
      <div className={styles.form}>
        <CodeField refusalText={(errorCode) => refusedSignInText(intl, errorCode)} />
        <DemoCode />
      </div>
    </Page>
  )
}
