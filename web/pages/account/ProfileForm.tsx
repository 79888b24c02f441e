import {
  type ProfileActor,
  selectProfileDraft,
  selectProfileIsSaved,
  selectProfileIsSaving,
  selectProfileProblems,
  selectSaveProblem,
} from '@handsfree/core/account'
import { authProblemText, selectProfile } from '@handsfree/core/auth'
import { formatPhone, regionOf } from '@handsfree/core/phone'
import { useSelector } from '@xstate/react'
import { type FormEvent, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { SignOutDialog } from '../../parts/account/SignOutDialog.tsx'
import { Flag } from '../../parts/phone/Flag.tsx'
import {
  Alert,
  Button,
  ConfirmDialog,
  Field,
  Page,
  StickyAction,
  TextControl,
  TextLink,
} from '../../ui/index.ts'
import styles from './ProfileForm.module.css'

export type ProfileFormProps = { profile: ProfileActor; bar: React.ReactNode }

export function ProfileForm({ profile, bar }: ProfileFormProps) {
  const intl = useIntl()
  const formId = useId()
  const draft = useSelector(profile, selectProfileDraft)
  const problems = useSelector(profile, selectProfileProblems)
  const isSaving = useSelector(profile, selectProfileIsSaving)
  const canSave = useSelector(profile, (snapshot) => snapshot.can({ type: 'profile.save' }))
  const isEditable = useSelector(profile, (snapshot) => snapshot.can({ type: 'profile.change', fields: {} }))
  const mailsReceipts = useSelector(useApp().auth, selectProfile)?.mailsReceipts ?? false
  const errorOf = (code: 'nameRequired' | 'invalidEmail') =>
    problems.some((problem) => problem.code === code) ? authProblemText(intl, { code }) : undefined
  const [isSigningOut, setSigningOut] = useState(false)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    profile.send({ type: 'profile.save' })
  }
  return (
    <Page
      bar={bar}
      action={
        <StickyAction alert={<SaveAlert profile={profile} />}>
          <Button type="submit" form={formId} busy={isSaving} disabled={!canSave && !isSaving}>
            <FormattedMessage id={isSaving ? 'profile.saving' : 'profile.save'} />
          </Button>
        </StickyAction>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={save}>
        <Field label={intl.formatMessage({ id: 'profile.name' })} error={errorOf('nameRequired')}>
          <TextControl
            autoComplete="name"
            maxLength={60}
            readOnly={!isEditable}
            value={draft.name}
            onChange={({ currentTarget }) =>
              profile.send({ type: 'profile.change', fields: { name: currentTarget.value } })
            }
          />
        </Field>
        <Field
          label={intl.formatMessage({ id: 'profile.emailOptional' })}
          hint={<FormattedMessage id={mailsReceipts ? 'profile.emailHintMailed' : 'profile.emailHint'} />}
          error={errorOf('invalidEmail')}
        >
          <TextControl
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            readOnly={!isEditable}
            value={draft.email}
            onChange={({ currentTarget }) =>
              profile.send({ type: 'profile.change', fields: { email: currentTarget.value } })
            }
          />
        </Field>
        <PhoneRow profile={profile} />
        <TextLink href="/person/saved" forward>
          <FormattedMessage id="saved.title" />
        </TextLink>
        <TextLink href="/person/account" forward>
          <FormattedMessage id="myAccount.title" />
        </TextLink>
        <TextLink onClick={() => setSigningOut(true)}>
          <FormattedMessage id="accountSheet.signOut" />
        </TextLink>
      </form>
      <LeaveDialog profile={profile} />
      <SignOutDialog open={isSigningOut} onClose={() => setSigningOut(false)} />
    </Page>
  )
}

function SaveAlert({ profile }: Pick<ProfileFormProps, 'profile'>) {
  const intl = useIntl()
  const isOnline = useIsOnline()
  const isSaved = useSelector(profile, selectProfileIsSaved)
  const problem = useSelector(profile, selectSaveProblem)
  if (problem) {
    return (
      <Alert tone="coral" panel>
        {intl.formatMessage({ id: 'profile.saveFailed' }, { reason: authProblemText(intl, problem) })}
      </Alert>
    )
  }
  if (!isOnline) {
    return (
      <Alert tone="sky" panel>
        <FormattedMessage id="profile.offline" />
      </Alert>
    )
  }
  return isSaved ? (
    <Alert tone="mint" panel>
      <FormattedMessage id="profile.saved" />
    </Alert>
  ) : null
}

function LeaveDialog({ profile }: { profile: ProfileActor }) {
  const isAsking = useSelector(profile, (snapshot) => snapshot.matches('asking'))
  return (
    <ConfirmDialog
      open={isAsking}
      onClose={() => profile.send({ type: 'profile.stay' })}
      title={<FormattedMessage id="profile.leaveTitle" />}
      description={<FormattedMessage id="profile.leaveDetail" />}
      cancelLabel={<FormattedMessage id="profile.stay" />}
      confirm={
        <Button kind="coral" onClick={() => profile.send({ type: 'profile.discard' })}>
          <FormattedMessage id="profile.discard" />
        </Button>
      }
    />
  )
}

function PhoneRow({ profile }: { profile: ProfileActor }) {
  const known = useSelector(profile, ({ context }) => context.profile)
  if (!known) return null
  const phone = { dialCode: known.dialCode, phoneNumber: known.phone }
  const region = regionOf(phone)
  return (
    <section className={styles.phone}>
      <h2>
        <FormattedMessage id="profile.phone" />
      </h2>
      <p className={styles.number}>
        {region && <Flag region={region} />}
        <span className="figures">{formatPhone(phone)}</span>
      </p>
      <p className="soft">
        <FormattedMessage
          id={known.isPhoneVerified === false ? 'profile.phoneUnverified' : 'profile.phoneHint'}
        />
      </p>
      <TextLink href="/person/account" forward>
        <FormattedMessage id="profile.phoneChange" />
      </TextLink>
    </section>
  )
}
