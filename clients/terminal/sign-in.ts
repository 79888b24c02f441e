import { createProfile, selectProfileIsSaving, selectProfileProblems } from '@handsfree/core/account'
import {
  authProblemText,
  createDeviceConsent,
  selectAuthIsBusy,
  selectAuthProblem,
  selectCanResend,
  selectDemoCode,
  selectIsCodeSpent,
  selectIsEnteringCode,
  selectIsEnteringPhone,
  selectIsSignedIn,
  selectIsSignInStarting,
  selectNeedsProfile,
  selectSecondsLeft,
} from '@handsfree/core/auth'
import { formatPhone, parsePhoneEntry } from '@handsfree/core/phone'
import { policy } from '@handsfree/core/policy'
import type { SnapshotFrom } from 'xstate'
import { offeredChoices, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

async function waitForAuth(session: TerminalSession): Promise<void> {
  const snapshot = await waitUntil(session, session.app.auth, (current) => !selectAuthIsBusy(current))
  const problem = selectAuthProblem(snapshot)
  if (problem) session.print(authProblemText(session.intl, problem))
}

const stepTitle = (
  session: TerminalSession,
  { context: { signIn } }: SnapshotFrom<TerminalSession['app']['auth']>,
): string => (signIn ? titleOf(session, signIn.getSnapshot()) : '')

async function askForConsent({ app, choose, text }: TerminalSession): Promise<void> {
  const consent = createDeviceConsent(app)
  if (consent.isGiven()) return
  const isGiven = await choose(text('terminal.consent'), [
    { value: true, label: text('orderForm.agreeAndContinue') },
    { value: false, label: text('common.back') },
  ])
  consent.change(isGiven)
}

async function enterPhone(session: TerminalSession): Promise<void> {
  const { auth } = session.app
  const snapshot = auth.getSnapshot()
  const { phone } = snapshot.context
  session.print('', stepTitle(session, snapshot))
  const typed = await session.ask(`${session.text('signIn.phone')} +${phone.dialCode}`, phone.phoneNumber)
  auth.send({ type: 'phone.change', phone: parsePhoneEntry(typed) })
  await askForConsent(session)
  auth.send({ type: 'code.request' })
  await waitForAuth(session)
}

async function resendOrEditPhone(session: TerminalSession): Promise<void> {
  const { auth } = session.app
  const snapshot = auth.getSnapshot()
  const { signIn } = snapshot.context
  if (!selectCanResend(snapshot))
    session.print(session.text('code.resendSpoken', { seconds: selectSecondsLeft(snapshot) }))
  const choice = await session.choose(stepTitle(session, snapshot), [
    ...(signIn
      ? offeredChoices(signIn.getSnapshot(), [
          { value: { type: 'code.resend' } as const, label: session.text('code.resend') },
          { value: { type: 'phone.edit' } as const, label: session.text('code.change') },
        ])
      : []),
    { value: null, label: session.text('common.back') },
  ])
  if (choice === null) return
  auth.send(choice)
  if (choice.type === 'code.resend') await waitForAuth(session)
}

async function enterCode(session: TerminalSession): Promise<void> {
  const { auth } = session.app
  const snapshot = auth.getSnapshot()
  const { phone } = snapshot.context
  const demoCode = selectDemoCode(snapshot)
  if (selectIsCodeSpent(snapshot)) return resendOrEditPhone(session)
  session.print('', stepTitle(session, snapshot))
  session.print(session.text('code.sentTo', { phone: formatPhone(phone) }))
  if (demoCode) session.print(session.text('code.demo'), session.text('code.demoFill', { code: demoCode }))
  session.print(session.text('terminal.codeHint'))
  const code = await session.ask(session.text('code.label', { digits: policy.codeDigits }))
  if (code === '') return resendOrEditPhone(session)
  auth.send({ type: 'code.change', code })
  if (!selectAuthIsBusy(auth.getSnapshot())) auth.send({ type: 'code.submit' })
  await waitForAuth(session)
}

async function enterName(session: TerminalSession): Promise<void> {
  const { auth } = session.app
  const name = await session.ask(session.text('profileInit.title'))
  if (name === '') {
    auth.send({ type: 'profile.skip' })
    return
  }
  const profile = createProfile(session.app)
  profile.start()
  try {
    profile.send({ type: 'profile.change', fields: { name } })
    profile.send({ type: 'profile.save' })
    const snapshot = await waitUntil(session, profile, (current) => !selectProfileIsSaving(current))
    for (const problem of selectProfileProblems(snapshot))
      session.print(authProblemText(session.intl, problem))
  } finally {
    profile.stop()
  }
}

/** From the phone number to a profile with a name. Returns immediately if already signed in. */
export async function signIn(session: TerminalSession): Promise<void> {
  const { auth } = session.app
  if (!selectIsSignedIn(auth.getSnapshot())) session.print(session.text('signIn.detail'))
  auth.send({ type: 'auth.begin' })
  for (;;) {
    const snapshot = await waitUntil(
      session,
      auth,
      (current) =>
        !selectAuthIsBusy(current) &&
        !selectIsSignInStarting(current) &&
        !current.matches({ signedIn: { profile: 'fetching' } }),
    )
    if (selectIsEnteringPhone(snapshot)) await enterPhone(session)
    else if (selectIsEnteringCode(snapshot)) await enterCode(session)
    else if (selectNeedsProfile(snapshot)) await enterName(session)
    else return
  }
}
