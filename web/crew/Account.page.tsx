import { selectPhone } from '@handsfree/core/auth'
import {
  createCrewDevices,
  createPasswordChange,
  employeeLimitValues,
  newPasswordProblemText,
  selectCurrentPassword,
  selectIsPasswordSaved,
  selectIsSavingPassword,
  selectNewPassword,
  selectNewPasswordProblem,
  selectQueuedActs,
} from '@handsfree/core/crew'
import { joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { LogOut } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../app/BackBar.tsx'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { useApp } from '../app/useApp.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Devices } from '../parts/account/Devices.tsx'
import { Alert, Button, Card, Field, Headline, Page, Section } from '../ui/index.ts'
import styles from './Account.module.css'
import { useCrewApp } from './crew-app.ts'
import { useMember } from './member.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import { PasswordControl } from './PasswordControl.tsx'

export default function CrewAccount() {
  const intl = useIntl()
  const { auth, outbox } = useCrewApp()
  const waiting = useSelector(outbox, selectQueuedActs).length
  const { name, role, plate, site, region, hasPassword } = useMember()
  return (
    <Page
      bar={<BackBar title={intl.formatMessage({ id: 'crewAccount.title' })} actions={<LanguageSwitch />} />}
    >
      <OutboxStatus />
      <Headline
        level={2}
        name={name}
        detail={joinParts([
          intl.formatMessage({ id: 'crewAccount.member' }, { role }),
          site?.name,
          region?.name,
          plate && intl.formatMessage({ id: 'crewAccount.plate' }, { plate }),
        ])}
      >
        {name}
      </Headline>
      <Section title={intl.formatMessage({ id: 'crewAccount.password' })}>
        {hasPassword ? (
          <PasswordForm />
        ) : (
          <Card>
            <FormattedMessage id="crewAccount.noPassword" />
          </Card>
        )}
      </Section>
      <Section title={intl.formatMessage({ id: 'crewAccount.devices' })}>
        <Devices create={createCrewDevices} />
      </Section>
      <Section title={intl.formatMessage({ id: 'crewAccount.signOut' })}>
        <div className={styles.part}>
          <p className="soft">
            {waiting > 0 && (
              <>
                <b>
                  <FormattedMessage id="crewAccount.signOutWaiting" values={{ count: waiting }} />
                </b>{' '}
              </>
            )}
            <FormattedMessage id="crewAccount.signOutDetail" />
          </p>
          <Button
            kind="ghost"
            icon={<LogOut size={20} aria-hidden="true" />}
            onClick={() => auth.send({ type: 'auth.signOut' })}
          >
            <FormattedMessage id="crewAccount.signOut" />
          </Button>
        </div>
      </Section>
    </Page>
  )
}

function PasswordForm() {
  const intl = useIntl()
  const { dialCode, phoneNumber } = useSelector(useApp().auth, selectPhone)
  const actor = useScreenActor(createPasswordChange)
  const currentPassword = useSelector(actor, selectCurrentPassword)
  const password = useSelector(actor, selectNewPassword)
  const problem = useSelector(actor, selectNewPasswordProblem)
  const isSaving = useSelector(actor, selectIsSavingPassword)
  const isSaved = useSelector(actor, selectIsPasswordSaved)
  const problemText = problem ? newPasswordProblemText(intl, problem) : undefined
  const isAboutCurrent = problem?.code === 'currentRequired' || problem?.code === 'wrongPassword'
  const isAboutNew = problem?.code === 'tooShort'
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'password.submit' })
      }}
    >
      {/* Password managers store the password under this number. */}
      <input type="text" autoComplete="username" value={`+${dialCode}${phoneNumber}`} readOnly hidden />
      <Field
        label={intl.formatMessage({ id: 'crewPassword.current' })}
        error={isAboutCurrent ? problemText : undefined}
      >
        <PasswordControl
          autoComplete="current-password"
          enterKeyHint="next"
          readOnly={isSaving}
          value={currentPassword}
          onChange={({ currentTarget }) =>
            actor.send({ type: 'current.change', password: currentTarget.value })
          }
        />
      </Field>
      <Field
        label={intl.formatMessage({ id: 'crewPassword.new' })}
        hint={intl.formatMessage({ id: 'crewPassword.hint' }, employeeLimitValues)}
        error={isAboutNew ? problemText : undefined}
      >
        <PasswordControl
          autoComplete="new-password"
          enterKeyHint="done"
          readOnly={isSaving}
          value={password}
          onChange={({ currentTarget }) =>
            actor.send({ type: 'password.change', password: currentTarget.value })
          }
        />
      </Field>
      {problemText && !isAboutCurrent && !isAboutNew && (
        <Alert tone="coral" panel>
          {problemText}
        </Alert>
      )}
      {isSaved && (
        <Alert tone="mint">
          <FormattedMessage id="crewAccount.passwordSaved" />
        </Alert>
      )}
      <Button kind="ghost" type="submit" busy={isSaving}>
        <FormattedMessage id="crewPassword.save" />
      </Button>
    </form>
  )
}
