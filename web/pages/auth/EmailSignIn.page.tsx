import {
  authProblemText,
  createEmailSignIn,
  type KeyCodeActor,
  selectIsAddingPhone,
  selectIsEnteringKeyCode,
} from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearch } from 'wouter'
import { withNext } from '../../app/address.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { KeyCodeField, KeyCodeResend } from '../../parts/auth/KeyCode.tsx'
import { isAboutNumber } from '../../parts/auth/PhoneProblem.tsx'
import { PrivacyConsent } from '../../parts/auth/PrivacyConsent.tsx'
import styles from '../../parts/auth/VerificationCode.module.css'
import { DialCodeSelect } from '../../parts/phone/DialCodeSelect.tsx'
import { PhoneControl } from '../../parts/phone/PhoneControl.tsx'
import { Alert, Button, Field, Headline, Page, StickyAction, TextControl, TextLink } from '../../ui/index.ts'
import { AuthBar } from './AuthBar.tsx'

export default function EmailSignIn() {
  const actor = useScreenActor(createEmailSignIn)
  const isEntering = useSelector(actor, selectIsEnteringKeyCode)
  const isAddingPhone = useSelector(actor, selectIsAddingPhone)
  if (!isEntering && !isAddingPhone) return <Address actor={actor} />
  return isAddingPhone ? <NewNumber actor={actor} /> : <Code actor={actor} />
}

type PartProps = { actor: KeyCodeActor }

function FormPage({
  title,
  detail,
  action,
  onSubmit,
  children,
}: {
  title: ReactNode
  detail: ReactNode
  action: (formId: string) => ReactNode
  onSubmit: () => void
  children: ReactNode
}) {
  const formId = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Page bar={<AuthBar />} action={<StickyAction>{action(formId)}</StickyAction>}>
      <Headline detail={detail}>{title}</Headline>
      <form id={formId} className={styles.parts} noValidate onSubmit={submit}>
        {children}
      </form>
    </Page>
  )
}

function Address({ actor }: PartProps) {
  const intl = useIntl()
  const search = useSearch()
  const { entry, problem } = useSelector(actor, ({ context }) => context)
  const isSending = useSelector(actor, (snapshot) => snapshot.matches('sending'))
  const isAboutAddress = problem?.code === 'invalidEmail'
  const errorText = problem && authProblemText(intl, problem)
  return (
    <FormPage
      title={<FormattedMessage id="emailSignIn.title" />}
      detail={<FormattedMessage id="emailSignIn.detail" />}
      onSubmit={() => actor.send({ type: 'code.request' })}
      action={(formId) => (
        <Button type="submit" form={formId} busy={isSending}>
          <FormattedMessage id="signIn.sendCode" />
        </Button>
      )}
    >
      <Field
        label={intl.formatMessage({ id: 'emailSignIn.email' })}
        error={isAboutAddress && errorText ? errorText : undefined}
      >
        <TextControl
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="send"
          autoFocus
          maxLength={254}
          readOnly={isSending}
          value={entry.email}
          onChange={({ currentTarget }) =>
            actor.send({ type: 'entry.change', entry: { email: currentTarget.value } })
          }
        />
      </Field>
      {errorText && !isAboutAddress && problem?.code !== 'consentRequired' && (
        <Alert tone="coral" panel>
          {errorText}
        </Alert>
      )}
      <PrivacyConsent isMissing={problem?.code === 'consentRequired'} />
      <TextLink href={withNext('/sign/in', search)}>
        <FormattedMessage id="emailSignIn.byPhone" />
      </TextLink>
      <p className="soft small">
        <FormattedMessage id="signIn.newHere" />
      </p>
    </FormPage>
  )
}

function Code({ actor }: PartProps) {
  const { entry, problem } = useSelector(actor, ({ context }) => context)
  const { email } = entry
  return (
    <Page
      bar={<AuthBar />}
      action={
        <StickyAction>
          <KeyCodeResend actor={actor} />
        </StickyAction>
      }
    >
      <Headline
        detail={
          <span className={styles.sentTo}>
            <FormattedMessage id="code.mailedTo" values={{ email }} />
            <TextLink onClick={() => actor.send({ type: 'entry.edit' })}>
              <FormattedMessage id="code.change" />
            </TextLink>
          </span>
        }
      >
        <FormattedMessage id="code.title" />
      </Headline>
      <div className={styles.parts}>
        <KeyCodeField actor={actor} way="email" />
        <PrivacyConsent isMissing={problem?.code === 'consentRequired'} isLate />
        <p className="soft small">
          <FormattedMessage id="emailSignIn.late" />
        </p>
      </div>
    </Page>
  )
}

function NewNumber({ actor }: PartProps) {
  const intl = useIntl()
  const { entry, problem } = useSelector(actor, ({ context }) => context)
  const isCreating = useSelector(actor, (snapshot) => snapshot.matches('creating'))
  const { phone } = entry
  const change = (changed: Partial<typeof phone>) =>
    actor.send({ type: 'entry.change', entry: { phone: { ...phone, ...changed } } })
  const isAboutPhone = problem !== null && isAboutNumber(problem)
  const errorText = problem && authProblemText(intl, problem)
  return (
    <FormPage
      title={<FormattedMessage id="emailSignIn.phoneTitle" />}
      detail={<FormattedMessage id="emailSignIn.phoneDetail" values={{ email: entry.email }} />}
      onSubmit={() => actor.send({ type: 'code.submit' })}
      action={(formId) => (
        <Button type="submit" form={formId} busy={isCreating} disabled={phone.phoneNumber === ''}>
          <FormattedMessage id={isCreating ? 'emailSignIn.creating' : 'emailSignIn.create'} />
        </Button>
      )}
    >
      <Field
        label={intl.formatMessage({ id: 'signIn.phone' })}
        error={isAboutPhone && errorText ? errorText : undefined}
      >
        <PhoneControl
          autoComplete="tel-national"
          enterKeyHint="send"
          autoFocus
          readOnly={isCreating}
          phone={phone}
          onChange={change}
          start={<DialCodeSelect phone={phone} disabled={isCreating} onChange={change} />}
        />
      </Field>
      {errorText && !isAboutPhone && (
        <Alert tone="coral" panel>
          {errorText}
        </Alert>
      )}
    </FormPage>
  )
}
