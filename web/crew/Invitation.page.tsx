import { getInvitation, type Invitation } from '@handsfree/core/contract'
import {
  createInvitedPassword,
  employeeLimitValues,
  newPasswordProblemText,
  selectIsPasswordSaved,
  selectIsSavingPassword,
  selectNewPassword,
  selectNewPasswordProblem,
} from '@handsfree/core/crew'
import { formatTime } from '@handsfree/core/i18n'
import { createReading, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Redirect, useParams } from 'wouter'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { useApp } from '../app/useApp.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import {
  Alert,
  Button,
  EmptyState,
  Field,
  Headline,
  LostPagePicture,
  Page,
  Skeleton,
  StickyAction,
  TopBar,
} from '../ui/index.ts'
import { PasswordControl } from './PasswordControl.tsx'
import { PinField } from './PinField.tsx'
import styles from './SignIn.module.css'

const formId = 'crew-invitation'

const bar = <TopBar actions={<LanguageSwitch />} />

export default function CrewInvitation() {
  const { token = '' } = useParams()
  const reading = useScreenActor((app) => createReading(app, getInvitation, { params: { token } }))
  const invitation = useSelector(reading, selectValue(reading))
  if (invitation) return <FirstPassword token={token} invitation={invitation} />
  return (
    <ReadingFallback
      reading={reading}
      bar={bar}
      loading={
        <LoadingPage bar={bar}>
          <Skeleton width="72%" height="34px" />
          <Skeleton shape="block" height="120px" />
        </LoadingPage>
      }
      notThere={
        <EmptyState
          role="alert"
          level={1}
          picture={<LostPagePicture />}
          title={<FormattedMessage id="crewInvitation.gone" />}
          action={
            <Button href="/crew">
              <FormattedMessage id="crewInvitation.signIn" />
            </Button>
          }
        >
          <FormattedMessage id="crewInvitation.goneDetail" values={employeeLimitValues} />
        </EmptyState>
      }
    />
  )
}

function FirstPassword({ token, invitation }: { token: string; invitation: Invitation }) {
  const intl = useIntl()
  const now = useNow()
  const { platform } = useApp()
  const actor = useScreenActor((app) => createInvitedPassword(app, token, invitation.role))
  const password = useSelector(actor, selectNewPassword)
  const problem = useSelector(actor, selectNewPasswordProblem)
  const isSaving = useSelector(actor, selectIsSavingPassword)
  const isSaved = useSelector(actor, selectIsPasswordSaved)
  if (isSaved) return <Redirect to="/crew" replace />
  const { name, phone, role, expiresAt } = invitation
  const isAboutPin = problem?.code === 'pinIncomplete' || problem?.code === 'pinTooEasy'
  const problemText = problem ? newPasswordProblemText(intl, problem) : undefined
  const isAboutField = problem?.code === 'tooShort'
  const time = formatTime(expiresAt, { intl, now, timeZone: platform.timeZone(), inSentence: true })
  return (
    <Page
      bar={bar}
      action={
        <StickyAction>
          <Button size="large" type="submit" form={formId} busy={isSaving}>
            <FormattedMessage id="crewInvitation.accept" />
          </Button>
        </StickyAction>
      }
    >
      <Headline detail={<FormattedMessage id="crewAccount.member" values={{ role }} />} name={name}>
        {intl.formatMessage({ id: 'crewInvitation.welcome' }, { name })}
      </Headline>
      <p>
        <FormattedMessage id="crewInvitation.detail" values={{ phone }} />
      </p>
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'password.submit' })
        }}
      >
        {/* Password managers store the number with the password. */}
        <input type="text" autoComplete="username" value={phone} readOnly hidden />
        <Field
          label={intl.formatMessage({ id: 'crewPassword.new' })}
          hint={intl.formatMessage({ id: 'crewPassword.hint' }, employeeLimitValues)}
          error={isAboutField ? problemText : undefined}
        >
          <PasswordControl
            autoComplete="new-password"
            enterKeyHint="go"
            readOnly={isSaving}
            value={password}
            onChange={({ currentTarget }) =>
              actor.send({ type: 'password.change', password: currentTarget.value })
            }
          />
        </Field>
        {role === 'site' && <PinField actor={actor} error={isAboutPin ? problemText : undefined} />}
        {problemText && !isAboutField && !isAboutPin && (
          <Alert tone="coral" panel>
            {problemText}
          </Alert>
        )}
        <p className="soft">
          <FormattedMessage id="crewInvitation.validUntil" values={{ time }} />
        </p>
      </form>
    </Page>
  )
}
