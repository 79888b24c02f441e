import {
  createProfile,
  selectProfileDraft,
  selectProfileProblems,
  selectSaveProblem,
} from '@handsfree/core/account'
import type { ProfileFields } from '@handsfree/core/auth'
import { authProblemText } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Alert, Button, Field, Headline, Page, TextControl, TopBar } from '../../ui/index.ts'
import styles from './ProfileInit.module.css'

export default function ProfileInit() {
  const intl = useIntl()
  const { auth } = useApp()
  const profile = useScreenActor(createProfile)
  const draft = useSelector(profile, selectProfileDraft)
  const problems = useSelector(profile, selectProfileProblems)
  const problem = useSelector(profile, selectSaveProblem)
  const isBusy = useSelector(profile, (snapshot) => snapshot.hasTag('busy') || snapshot.matches('unread'))
  const canSave = useSelector(profile, (snapshot) => snapshot.can({ type: 'profile.save' }))
  const canSkip = useSelector(auth, (snapshot) => snapshot.can({ type: 'profile.skip' }))
  const errorOf = (code: 'nameRequired' | 'invalidEmail') =>
    problems.some((problem) => problem.code === code) ? authProblemText(intl, { code }) : undefined

  // Uncontrolled fields keep text typed before hydration.
  const change = (fields: Partial<ProfileFields>) => profile.send({ type: 'profile.change', fields })
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    profile.send({
      type: 'profile.change',
      fields: { name: String(form.get('name') ?? ''), email: String(form.get('email') ?? '') },
    })
    profile.send({ type: 'profile.save' })
  }

  return (
    <Page bar={<TopBar actions={<LanguageSwitch />} />}>
      <Headline detail={<FormattedMessage id="profileInit.detail" />}>
        <FormattedMessage id="profileInit.title" />
      </Headline>
      <form className={styles.form} noValidate onSubmit={save}>
        <Field label={intl.formatMessage({ id: 'profile.name' })} error={errorOf('nameRequired')}>
          <TextControl
            name="name"
            autoComplete="name"
            maxLength={60}
            defaultValue={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        </Field>
        <Field
          label={intl.formatMessage({ id: 'profile.emailOptional' })}
          hint={<FormattedMessage id="profile.emailHint" />}
          error={errorOf('invalidEmail')}
        >
          <TextControl
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={draft.email}
            onChange={({ currentTarget }) => change({ email: currentTarget.value })}
          />
        </Field>
        {problem && (
          <Alert tone="coral" panel>
            {authProblemText(intl, problem)}
          </Alert>
        )}
        <div className={styles.actions}>
          <Button type="submit" busy={isBusy} disabled={!canSave && !isBusy}>
            <FormattedMessage id="profileInit.save" />
          </Button>
          <Button kind="ghost" disabled={!canSkip} onClick={() => auth.send({ type: 'profile.skip' })}>
            <FormattedMessage id="profileInit.later" />
          </Button>
        </div>
      </form>
    </Page>
  )
}
