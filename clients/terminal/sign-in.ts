import { createProfile, selectProfileIsSaving, selectProfileProblems } from '@handsfree/core/account'
import {
  authProblemWords,
  selectAuthIsBusy,
  selectAuthProblem,
  selectCanResend,
  selectDemoCode,
  selectIsAskingCode,
  selectIsCodeSpent,
  selectIsEnteringPhone,
  selectIsSignedIn,
  selectIsSignInStarting,
  selectNeedsProfile,
  selectSecondsLeft,
} from '@handsfree/core/auth'
import { formatPhone, readPhoneEntry } from '@handsfree/core/phone'
import { policy } from '@handsfree/core/policy'
import type { SnapshotFrom } from 'xstate'
import { offered, type Step, titleOf, until } from './step.ts'

async function answerOf(step: Step): Promise<void> {
  const snapshot = await until(step, step.app.auth, (current) => !selectAuthIsBusy(current))
  const problem = selectAuthProblem(snapshot)
  if (problem) step.tell(authProblemWords(step.intl, problem))
}

const stepTitle = (step: Step, { context: { signIn } }: SnapshotFrom<Step['app']['auth']>): string =>
  signIn ? titleOf(step, signIn.getSnapshot()) : ''

async function enterPhone(step: Step): Promise<void> {
  const { auth } = step.app
  const snapshot = auth.getSnapshot()
  const { phone } = snapshot.context
  step.tell('', stepTitle(step, snapshot))
  const typed = await step.ask(`${step.words('signIn.phone')} +${phone.dialCode}`, phone.phoneNumber)
  auth.send({ type: 'phone.change', phone: readPhoneEntry(typed) })
  auth.send({ type: 'code.request' })
  await answerOf(step)
}

async function changeCourse(step: Step): Promise<void> {
  const { auth } = step.app
  const snapshot = auth.getSnapshot()
  const { signIn } = snapshot.context
  if (!selectCanResend(snapshot))
    step.tell(step.words('code.resendSpoken', { seconds: selectSecondsLeft(snapshot) }))
  const course = await step.choose(stepTitle(step, snapshot), [
    ...(signIn
      ? offered(signIn.getSnapshot(), [
          { value: { type: 'code.resend' } as const, label: step.words('code.resend') },
          { value: { type: 'phone.edit' } as const, label: step.words('code.change') },
        ])
      : []),
    { value: null, label: step.words('common.back') },
  ])
  if (course === null) return
  auth.send(course)
  if (course.type === 'code.resend') await answerOf(step)
}

async function enterCode(step: Step): Promise<void> {
  const { auth } = step.app
  const snapshot = auth.getSnapshot()
  const { phone } = snapshot.context
  const demoCode = selectDemoCode(snapshot)
  if (selectIsCodeSpent(snapshot)) return changeCourse(step)
  step.tell('', stepTitle(step, snapshot))
  step.tell(step.words('code.sentTo', { phone: formatPhone(phone) }))
  if (demoCode) step.tell(step.words('code.demo'), step.words('code.demoFill', { code: demoCode }))
  step.tell(step.words('terminal.codeHint'))
  const code = await step.ask(step.words('code.label', { digits: policy.codeDigits }))
  if (code === '') return changeCourse(step)
  auth.send({ type: 'code.change', code })
  if (!selectAuthIsBusy(auth.getSnapshot())) auth.send({ type: 'code.submit' })
  await answerOf(step)
}

async function enterName(step: Step): Promise<void> {
  const { auth } = step.app
  const name = await step.ask(step.words('profileInit.title'))
  if (name === '') {
    auth.send({ type: 'profile.skip' })
    return
  }
  const profile = createProfile(step.app)
  profile.start()
  try {
    profile.send({ type: 'profile.change', fields: { name } })
    profile.send({ type: 'profile.save' })
    const snapshot = await until(step, profile, (current) => !selectProfileIsSaving(current))
    for (const problem of selectProfileProblems(snapshot)) step.tell(authProblemWords(step.intl, problem))
  } finally {
    profile.stop()
  }
}

/** From the phone number to a profile with a name. Returns immediately if already signed in. */
export async function signIn(step: Step): Promise<void> {
  const { auth } = step.app
  if (!selectIsSignedIn(auth.getSnapshot())) step.tell(step.words('signIn.detail'))
  auth.send({ type: 'auth.begin' })
  for (;;) {
    const snapshot = await until(
      step,
      auth,
      (current) =>
        !selectAuthIsBusy(current) &&
        !selectIsSignInStarting(current) &&
        !current.matches({ signedIn: { profile: 'fetching' } }),
    )
    if (selectIsEnteringPhone(snapshot)) await enterPhone(step)
    else if (selectIsAskingCode(snapshot)) await enterCode(step)
    else if (selectNeedsProfile(snapshot)) await enterName(step)
    else return
  }
}
