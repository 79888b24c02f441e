import { selectPhone } from '@handsfree/core/auth'
import {
  createCrewDevices,
  createPasswordChange,
  createPinChange,
  employeeLimitValues,
  newPasswordProblemText,
  selectCurrentPassword,
  selectIsPasswordSaved,
  selectIsSavingPassword,
  selectIsTablet,
  selectIsTabletBusy,
  selectNeedsCurrent,
  selectNewPassword,
  selectNewPasswordProblem,
  selectQueuedActs,
  selectTabletProblem,
  selectTabletSite,
  tabletProblemText,
} from '@handsfree/core/crew'
import { joinParts } from '@handsfree/core/i18n'
import { createCrewPasskeys } from '@handsfree/core/passkeys'
import { useSelector } from '@xstate/react'
import { Lock, LogOut, Tablet } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../app/BackBar.tsx'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { useApp } from '../app/useApp.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Devices } from '../parts/account/Devices.tsx'
import { Passkeys } from '../parts/account/Passkeys.tsx'
import { Alert, Button, Card, ConfirmDialog, Field, Headline, Page, Section } from '../ui/index.ts'
import styles from './Account.module.css'
import { useCrewApp } from './crew-app.ts'
import { useMember } from './member.ts'
import { OutboxStatus } from './OutboxStatus.tsx'
import { PasswordControl } from './PasswordControl.tsx'
import { PinField } from './PinField.tsx'
import { PushNotices } from './PushNotices.tsx'
import { Tablets } from './Tablets.tsx'

export default function CrewAccount() {
  const intl = useIntl()
  const isTablet = useSelector(useCrewApp().tablet, selectIsTablet)
  const { name, role, plate, site, region } = useMember()
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
      {isTablet ? <OwnTablet /> : <OwnDevice />}
    </Page>
  )
}

/** Everything that a PIN gives no access to. */
function OwnDevice() {
  const intl = useIntl()
  const { auth, outbox } = useCrewApp()
  const waiting = useSelector(outbox, selectQueuedActs).length
  const { role, site, hasPassword } = useMember()
  return (
    <>
      <Section title={intl.formatMessage({ id: 'crewAccount.password' })}>
        {hasPassword ? (
          <PasswordForm />
        ) : (
          <Card>
            <FormattedMessage id="crewAccount.noPassword" />
          </Card>
        )}
      </Section>
      {role === 'site' && site && (
        <>
          <Section title={intl.formatMessage({ id: 'crewAccount.pin' })}>
            <PinForm site={site.name} hasPassword={hasPassword} />
          </Section>
          <Section title={intl.formatMessage({ id: 'crewAccount.tablet' })}>
            <TabletStart site={site.name} />
          </Section>
          <Section title={intl.formatMessage({ id: 'crewAccount.tablets' })}>
            <Tablets siteId={site.siteId} />
          </Section>
        </>
      )}
      <Section title={intl.formatMessage({ id: 'push.title' })}>
        <PushNotices />
      </Section>
      <Section title={intl.formatMessage({ id: 'passkeys.title' })}>
        <Passkeys create={createCrewPasskeys} detailId="passkeys.detailCrew" />
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
    </>
  )
}

function PinForm({ site, hasPassword }: { site: string; hasPassword: boolean }) {
  const intl = useIntl()
  const actor = useScreenActor((app) => createPinChange(app, hasPassword))
  const currentPassword = useSelector(actor, selectCurrentPassword)
  const needsCurrent = useSelector(actor, selectNeedsCurrent)
  const problem = useSelector(actor, selectNewPasswordProblem)
  const isSaving = useSelector(actor, selectIsSavingPassword)
  const isSaved = useSelector(actor, selectIsPasswordSaved)
  const problemText = problem ? newPasswordProblemText(intl, problem) : undefined
  const isAboutPin = problem?.code === 'pinIncomplete' || problem?.code === 'pinTooEasy'
  const isAboutCurrent = problem?.code === 'currentRequired' || problem?.code === 'wrongPassword'
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'password.submit' })
      }}
    >
      <p className="soft">
        <FormattedMessage id="crewAccount.pinDetail" values={{ site }} />
      </p>
      <PinField actor={actor} error={isAboutPin ? problemText : undefined} />
      {problemText && !isAboutPin && !isAboutCurrent && (
        <Alert tone="coral" panel>
          {problemText}
        </Alert>
      )}
      {needsCurrent && (
        <Field
          label={intl.formatMessage({ id: 'crewPassword.current' })}
          error={isAboutCurrent ? problemText : undefined}
        >
          <PasswordControl
            autoComplete="current-password"
            enterKeyHint="done"
            readOnly={isSaving}
            value={currentPassword}
            onChange={({ currentTarget }) =>
              actor.send({ type: 'current.change', password: currentTarget.value })
            }
          />
        </Field>
      )}
      {isSaved && (
        <Alert tone="mint">
          <FormattedMessage id="crewAccount.pinSaved" />
        </Alert>
      )}
      <Button kind="ghost" type="submit" busy={isSaving}>
        <FormattedMessage id="crewAccount.pinSave" />
      </Button>
    </form>
  )
}

function TabletProblemAlert() {
  const intl = useIntl()
  const problem = useSelector(useCrewApp().tablet, selectTabletProblem)
  return (
    problem && (
      <Alert tone="coral" panel>
        {tabletProblemText(intl, problem)}
      </Alert>
    )
  )
}

function TabletStart({ site }: { site: string }) {
  const { tablet } = useCrewApp()
  const isBusy = useSelector(tablet, selectIsTabletBusy)
  return (
    <div className={styles.part}>
      <p className="soft">
        <FormattedMessage id="crewAccount.tabletDetail" values={{ site, ...employeeLimitValues }} />
      </p>
      <TabletProblemAlert />
      <Button
        kind="ghost"
        icon={<Tablet size={20} aria-hidden="true" />}
        busy={isBusy}
        onClick={() => tablet.send({ type: 'tablet.start' })}
      >
        <FormattedMessage id="crewAccount.tabletStart" />
      </Button>
    </div>
  )
}

/** Lock and sign-out of the shared tablet, for the person who unlocked it. */
function OwnTablet() {
  const intl = useIntl()
  const { tablet } = useCrewApp()
  const site = useSelector(tablet, selectTabletSite)
  const isBusy = useSelector(tablet, selectIsTabletBusy)
  const [isEnding, setEnding] = useState(false)
  return (
    <Section title={intl.formatMessage({ id: 'crewAccount.tablet' })}>
      <div className={styles.part}>
        <p className="soft">
          <FormattedMessage id="crewAccount.tabletOwn" values={{ site }} />
        </p>
        <TabletProblemAlert />
        <Button
          icon={<Lock size={20} aria-hidden="true" />}
          onClick={() => tablet.send({ type: 'tablet.lock' })}
        >
          <FormattedMessage id="crewTablet.lock" />
        </Button>
        <Button kind="coral" busy={isBusy} onClick={() => setEnding(true)}>
          <FormattedMessage id="crewAccount.tabletEnd" />
        </Button>
        <ConfirmDialog
          open={isEnding}
          onClose={() => setEnding(false)}
          title={<FormattedMessage id="crewAccount.tabletEndTitle" />}
          description={<FormattedMessage id="crewAccount.tabletEndDetail" />}
          confirm={
            <Button kind="coral" onClick={() => tablet.send({ type: 'tablet.end' })}>
              <FormattedMessage id="crewAccount.tabletEnd" />
            </Button>
          }
          cancelLabel={<FormattedMessage id="crewAccount.tabletKeep" />}
        />
      </div>
    </Section>
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
