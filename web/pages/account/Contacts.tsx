import {
  authProblemText,
  createAccountProof,
  createEmailConfirmation,
  createPhoneChange,
  createSignInWays,
  type KeyCodeActor,
  type Profile,
  selectIsEnteringKeyCode,
  selectProfile,
} from '@handsfree/core/auth'
import { errorCodes } from '@handsfree/core/lib'
import { createPasskeyProof, createPasskeys, selectPasskeys } from '@handsfree/core/passkeys'
import { formatPhone } from '@handsfree/core/phone'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { KeyCodeField, type KeyCodeProps, KeyCodeResend } from '../../parts/auth/KeyCode.tsx'
import { PasskeySignIn } from '../../parts/auth/PasskeySignIn.tsx'
import { isAboutNumber } from '../../parts/auth/PhoneProblem.tsx'
import { DialCodeSelect } from '../../parts/phone/DialCodeSelect.tsx'
import { PhoneControl } from '../../parts/phone/PhoneControl.tsx'
import { Alert, Button, Field, Loading, Skeleton, TextLink } from '../../ui/index.ts'
import styles from './MyAccount.module.css'

type Task = 'verifyPhone' | 'changePhone' | 'verifyEmail'
type Outcome = 'phoneVerified' | 'phoneChanged' | 'emailVerified'

/** The account's number and address, and their verification. */
export function Contacts() {
  const intl = useIntl()
  const profile = useSelector(useApp().auth, selectProfile)
  const ways = useScreenActor(createSignInWays)
  const canMail = useSelector(ways, selectValue(ways))?.email ?? false
  const [task, setTask] = useState<Task | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  if (!profile) {
    return (
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton shape="block" height="52px" />
      </Loading>
    )
  }
  const start = (next: Task) => {
    setOutcome(null)
    setTask(next)
  }
  const finish = (done: Outcome) => {
    setOutcome(done)
    setTask(null)
  }
  const cancel = () => setTask(null)
  const isPhoneVerified = profile.isPhoneVerified ?? true
  return (
    <div className={styles.part}>
      {outcome && (
        <Alert tone="mint">
          <FormattedMessage id={`contacts.${outcome}`} />
        </Alert>
      )}
      <Row
        label={<FormattedMessage id="contacts.phone" />}
        value={<span className="figures">{formatPhone(phoneOf(profile))}</span>}
        isVerified={isPhoneVerified}
      />
      {!isPhoneVerified && (
        <p className="soft">
          <FormattedMessage id="contacts.phoneUnverifiedDetail" />
        </p>
      )}
      {task === 'verifyPhone' && (
        <NewNumber proof={null} onDone={() => finish('phoneVerified')} onCancel={cancel} />
      )}
      {task === 'changePhone' && (
        <ChangePhone
          profile={profile}
          canMail={canMail}
          onDone={() => finish('phoneChanged')}
          onCancel={cancel}
        />
      )}
      {task === null && (
        <div className={styles.links}>
          {!isPhoneVerified && (
            <TextLink onClick={() => start('verifyPhone')}>
              <FormattedMessage id="contacts.verifyPhone" />
            </TextLink>
          )}
          <TextLink onClick={() => start('changePhone')}>
            <FormattedMessage id="contacts.changePhone" />
          </TextLink>
        </div>
      )}
      <Row
        label={<FormattedMessage id="contacts.email" />}
        value={profile.email || <FormattedMessage id="contacts.noEmail" />}
        isVerified={profile.email === '' ? null : (profile.isEmailConfirmed ?? false)}
      />
      {canMail && profile.email !== '' && !profile.isEmailConfirmed && (
        <p className="soft">
          <FormattedMessage id="contacts.emailDetail" />
        </p>
      )}
      {task === 'verifyEmail' && <VerifyEmail onDone={() => finish('emailVerified')} onCancel={cancel} />}
      {task === null && (
        <div className={styles.links}>
          {canMail && profile.email !== '' && !profile.isEmailConfirmed && (
            <TextLink onClick={() => start('verifyEmail')}>
              <FormattedMessage id="contacts.verifyEmail" />
            </TextLink>
          )}
          <TextLink href="/person/profile/edit">
            <FormattedMessage id={profile.email === '' ? 'contacts.addEmail' : 'contacts.editEmail'} />
          </TextLink>
        </div>
      )}
    </div>
  )
}

const phoneOf = ({ dialCode, phone }: Profile) => ({ dialCode, phoneNumber: phone })

type RowProps = { label: ReactNode; value: ReactNode; isVerified: boolean | null }

function Row({ label, value, isVerified }: RowProps) {
  return (
    <p className={styles.contact}>
      <span className="soft">{label}</span>
      <strong>{value}</strong>
      {isVerified !== null && (
        <span className="small">
          <FormattedMessage id={isVerified ? 'contacts.verified' : 'contacts.unverified'} />
        </span>
      )}
    </p>
  )
}

type StepProps = { onDone: (result: unknown) => void; onCancel: () => void }

/** Calls `onDone` once with what the server returned for the right code. */
function useAccepted(actor: KeyCodeActor, onDone: (result: unknown) => void): void {
  useEffect(() => {
    const { unsubscribe } = actor.on('code.accepted', ({ result }) => onDone(result))
    return unsubscribe
  }, [actor, onDone])
}

const CancelButton = ({ onCancel }: Pick<StepProps, 'onCancel'>) => (
  <Button kind="ghost" onClick={onCancel}>
    <FormattedMessage id="common.close" />
  </Button>
)

function SentCode({ actor, way, refusalText, onCancel }: KeyCodeProps & Pick<StepProps, 'onCancel'>) {
  const { email, phone } = useSelector(actor, ({ context }) => context.entry)
  return (
    <>
      <p>
        {way === 'email' ? (
          <FormattedMessage id="code.mailedTo" values={{ email }} />
        ) : (
          <FormattedMessage id="code.sentTo" values={{ phone: formatPhone(phone) }} />
        )}
      </p>
      <KeyCodeField actor={actor} way={way} {...(refusalText ? { refusalText } : {})} />
      <KeyCodeResend actor={actor} />
      <CancelButton onCancel={onCancel} />
    </>
  )
}

function SendProblem({ actor }: { actor: KeyCodeActor }) {
  const intl = useIntl()
  const problem = useSelector(actor, ({ context }) => context.problem)
  return (
    problem && (
      <Alert tone="coral" panel>
        {authProblemText(intl, problem)}
      </Alert>
    )
  )
}

/** Sends the code with one tap: the address or number is the account's. */
function FixedSend({ actor, children }: { actor: KeyCodeActor; children: ReactNode }) {
  const isSending = useSelector(actor, (snapshot) => snapshot.matches('sending'))
  return (
    <>
      <SendProblem actor={actor} />
      <Button kind="ghost" busy={isSending} onClick={() => actor.send({ type: 'code.request' })}>
        {children}
      </Button>
    </>
  )
}

function VerifyEmail({ onDone, onCancel }: StepProps) {
  const intl = useIntl()
  const actor = useScreenActor(createEmailConfirmation)
  const isEntering = useSelector(actor, selectIsEnteringKeyCode)
  const { email } = useSelector(actor, ({ context }) => context.entry)
  useAccepted(actor, onDone)
  const refusalText = (code: number) =>
    code === errorCodes.dbExists ? intl.formatMessage({ id: 'contacts.emailTaken' }) : undefined
  if (isEntering) return <SentCode actor={actor} way="email" refusalText={refusalText} onCancel={onCancel} />
  return (
    <>
      <FixedSend actor={actor}>
        <FormattedMessage id="contacts.sendMail" values={{ email }} />
      </FixedSend>
      <CancelButton onCancel={onCancel} />
    </>
  )
}

type ChangePhoneProps = StepProps & { profile: Profile; canMail: boolean }

function ChangePhone({ profile, canMail, onDone, onCancel }: ChangePhoneProps) {
  const intl = useIntl()
  const [proof, setProof] = useState<string | null>(null)
  const [byPhone] = useState(
    () => (app: Parameters<typeof createAccountProof>[0]) => createAccountProof(app, 'phone'),
  )
  const [byEmail] = useState(
    () => (app: Parameters<typeof createAccountProof>[0]) => createAccountProof(app, 'email'),
  )
  const phoneActor = useScreenActor(byPhone)
  const emailActor = useScreenActor(byEmail)
  const isByPhone = useSelector(phoneActor, selectIsEnteringKeyCode)
  const isByEmail = useSelector(emailActor, selectIsEnteringKeyCode)
  const [byPasskey] = useState(
    () => (app: Parameters<typeof createPasskeyProof>[0]) => createPasskeyProof(app, setProof),
  )
  const passkeys = useSelector(useScreenActor(createPasskeys), selectPasskeys)
  const [prove] = useState(() => (result: unknown) => setProof((result as { proof: string }).proof))
  useAccepted(phoneActor, prove)
  useAccepted(emailActor, prove)
  if (proof !== null) return <NewNumber proof={proof} onDone={onDone} onCancel={onCancel} />
  if (isByPhone) return <SentCode actor={phoneActor} way="phone" onCancel={onCancel} />
  if (isByEmail) return <SentCode actor={emailActor} way="email" onCancel={onCancel} />
  return (
    <>
      <p>
        <FormattedMessage id="contacts.prove" />
      </p>
      {passkeys !== null && passkeys.length > 0 && (
        <PasskeySignIn create={byPasskey} unknownText={intl.formatMessage({ id: 'contacts.passkeyUnknown' })}>
          <FormattedMessage id="contacts.usePasskey" />
        </PasskeySignIn>
      )}
      {(profile.isPhoneVerified ?? true) && (
        <FixedSend actor={phoneActor}>
          <FormattedMessage id="contacts.sendText" values={{ phone: formatPhone(phoneOf(profile)) }} />
        </FixedSend>
      )}
      {canMail && profile.isEmailConfirmed && (
        <FixedSend actor={emailActor}>
          <FormattedMessage id="contacts.sendMail" values={{ email: profile.email }} />
        </FixedSend>
      )}
      <CancelButton onCancel={onCancel} />
    </>
  )
}

function NewNumber({ proof, onDone, onCancel }: StepProps & { proof: string | null }) {
  const intl = useIntl()
  const [create] = useState(
    () => (app: Parameters<typeof createPhoneChange>[0]) => createPhoneChange(app, proof),
  )
  const actor = useScreenActor(create)
  const { entry, problem } = useSelector(actor, ({ context }) => context)
  const isEntering = useSelector(actor, selectIsEnteringKeyCode)
  const isSending = useSelector(actor, (snapshot) => snapshot.matches('sending'))
  useAccepted(actor, onDone)
  const { phone } = entry
  const refusalText = (code: number) => {
    if (code === errorCodes.dbExists) return intl.formatMessage({ id: 'contacts.phoneTaken' })
    return code === errorCodes.accessDenied ? intl.formatMessage({ id: 'contacts.proofOver' }) : undefined
  }
  if (isEntering) return <SentCode actor={actor} way="phone" refusalText={refusalText} onCancel={onCancel} />
  if (proof === null) {
    return (
      <>
        <FixedSend actor={actor}>
          <FormattedMessage id="contacts.sendText" values={{ phone: formatPhone(phone) }} />
        </FixedSend>
        <CancelButton onCancel={onCancel} />
      </>
    )
  }
  const change = (changed: Partial<typeof phone>) =>
    actor.send({ type: 'entry.change', entry: { phone: { ...phone, ...changed } } })
  const isAboutPhone = problem !== null && isAboutNumber(problem)
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'code.request' })
      }}
    >
      <Field
        label={intl.formatMessage({ id: 'contacts.newPhone' })}
        error={problem && isAboutPhone ? authProblemText(intl, problem) : undefined}
      >
        <PhoneControl
          autoComplete="tel-national"
          enterKeyHint="send"
          autoFocus
          readOnly={isSending}
          phone={phone}
          onChange={change}
          start={<DialCodeSelect phone={phone} disabled={isSending} onChange={change} />}
        />
      </Field>
      {!isAboutPhone && <SendProblem actor={actor} />}
      <Button type="submit" busy={isSending}>
        <FormattedMessage id="contacts.sendNew" />
      </Button>
      <CancelButton onCancel={onCancel} />
    </form>
  )
}
