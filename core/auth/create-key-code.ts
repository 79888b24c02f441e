import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import {
  changePhone,
  confirmEmail,
  getSignInWays,
  type ProofWay,
  proveAccount,
  type SignInWays,
  sendEmailCode,
  signInByEmail,
} from '../contract/email.ts'
import type { Account } from '../contract/user.ts'
import { sendVerificationCode, type VerificationCodeSent } from '../contract/verification-code.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import { foldEmail } from '../lib/email.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { createStore } from '../lib/store.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import { createReading, type ReadingActor } from '../realtime/create-reading.ts'
import { paramRefusal } from './auth-problem.ts'
import { siteHeaders } from './create-sign-in.ts'
import { noConsent, readConsent, signInWithConsent } from './device-consent.ts'
import {
  type CheckKeyCodeInput,
  type KeyCodeActor,
  keyCodeMachine,
  type SendKeyCodeInput,
} from './key-code.machine.ts'
import { isKeyCodeValid, isMailable, type KeyEntry, type PendingKeyCode } from './key-code.ts'
import type { SentCode } from './sign-in.ts'

/** Whether codes can be sent by text message and by e-mail. Created, not started. */
export const createSignInWays = (app: App): ReadingActor<SignInWays> => createReading(app, getSignInWays, {})

const text = v.pipe(v.string(), v.maxLength(1_000))

/** A sign-in by e-mail whose code is awaited, so that it survives a visit to the mail app. */
export const emailCodeStore = createStore({
  key: storageKeys.emailCode,
  schema: v.object({
    version: v.literal(1),
    email: text,
    sent: v.object({
      requestId: text,
      resendAfter: v.number(),
      expiresIn: v.number(),
      /** The code itself, only in the demo. */
      demoCode: v.nullable(v.string()),
    }),
    resendAt: v.number(),
    expiresAt: v.number(),
  }),
  owner: [],
})

const noPhone: PhoneEntry = { dialCode: '', phoneNumber: '' }

const withoutCountry = ({ dialCode, phoneNumber }: PhoneEntry) => ({ dialCode, phoneNumber })
const withRequest = <Body>(body: Body, requestId: string | null) =>
  requestId === null ? body : { ...body, requestId }
const toSentCode = (answer: Result<VerificationCodeSent, ApiFailure>): Result<SentCode, ApiFailure> =>
  answer.ok ? ok({ ...answer.value, demoCode: answer.value.demoCode ?? null }) : answer

type Send = (input: SendKeyCodeInput, signal: CancelSignal) => Promise<Result<SentCode, ApiFailure>>
type Check = (input: CheckKeyCodeInput, signal: CancelSignal) => Promise<Result<unknown, ApiFailure>>

const mailTo =
  ({ api }: App): Send =>
  async ({ entry: { email }, requestId }, signal) => {
    if (!isMailable(foldEmail(email))) return fail(paramRefusal({ field: 'email' }))
    return toSentCode(await api.call(sendEmailCode, { body: withRequest({ email }, requestId) }, { signal }))
  }

const textTo =
  ({ api }: App): Send =>
  async ({ entry: { phone }, requestId }, signal) => {
    const { isValidPhone } = await import('../phone/phone.ts')
    if (!isValidPhone(phone)) return fail(paramRefusal(null))
    const body = withRequest(withoutCountry(phone), requestId)
    return toSentCode(await api.call(sendVerificationCode, { body }, { signal }))
  }

function createKeyCode(
  { clock, platform, options }: App,
  entry: KeyEntry,
  { send, check }: { send: Send; check: Check },
  pending: PendingKeyCode | null = null,
): KeyCodeActor {
  return createActor(
    keyCodeMachine.provide({
      actors: {
        sendCode: fromCall<SentCode, SendKeyCodeInput>(({ input, signal }) => send(input, signal)),
        checkCode: fromCall<unknown, CheckKeyCodeInput>(({ input, signal }) => check(input, signal)),
      },
    }),
    { input: { now: clock.now, entry, pending }, clock: platform.clock, inspect: options.inspect },
  )
}

/**
 * Sign-in by e-mail. Signs in the auth actor. A valid number that was typed for the text code becomes a new account's.
 * Created, not started.
 */
export function createEmailSignIn(app: App): KeyCodeActor {
  const { api, auth, platform } = app
  const { storage } = platform
  const { phone, qrId } = auth.getSnapshot().context
  const stored = emailCodeStore.read(storage, {})
  const mail = mailTo(app)
  const send: Send = async (input, signal) => (readConsent(storage) ? mail(input, signal) : fail(noConsent))
  const check: Check = async ({ entry, requestId, code }, signal) => {
    const { isValidPhone } = await import('../phone/phone.ts')
    const isTyped = entry.phone.phoneNumber !== ''
    if (isTyped && !isValidPhone(entry.phone)) return fail(paramRefusal(null))
    const body = {
      ...withRequest({ email: entry.email, code }, requestId),
      ...(isTyped ? { phone: withoutCountry(entry.phone) } : {}),
    }
    const headers = await siteHeaders(api, platform.clock, qrId)
    return signInWithConsent(storage, (consent) =>
      api.call(signInByEmail, { body: { ...body, ...consent } }, { signal, headers }),
    )
  }
  const entry = { email: stored?.email ?? '', phone }
  const actor = createKeyCode(app, entry, { send, check }, stored)
  actor.on('code.accepted', ({ result }) => auth.send({ type: 'account.found', account: result as Account }))
  if (phone.dialCode === '') {
    const setDialCode = async () => {
      const { defaultDialCode } = await import('../phone/countries.ts')
      const dialCode = defaultDialCode(platform.languages())
      actor.send({ type: 'entry.change', entry: { phone: { ...phone, dialCode } } })
    }
    setDialCode().catch(() => undefined)
  }
  actor.subscribe((snapshot) => {
    const { context } = snapshot
    const { sent, resendAt, expiresAt } = context
    if (sent && isKeyCodeValid(context) && !snapshot.matches('done')) {
      emailCodeStore.write(storage, { version: 1, email: context.entry.email, sent, resendAt, expiresAt })
    } else emailCodeStore.remove(storage, {})
  })
  return actor
}

/** Confirmation of the account's e-mail address. Created, not started. */
export function createEmailConfirmation(app: App): KeyCodeActor {
  const { api, auth } = app
  const email = auth.getSnapshot().context.profile?.email ?? ''
  const actor = createKeyCode(
    app,
    { email, phone: noPhone },
    {
      send: mailTo(app),
      check: ({ entry, requestId, code }, signal) =>
        api.call(confirmEmail, { body: withRequest({ email: entry.email, code }, requestId) }, { signal }),
    },
  )
  actor.on('code.accepted', () =>
    auth.send({ type: 'profile.changed', fields: { email, isEmailConfirmed: true } }),
  )
  return actor
}

/** Proof of the account by a code to its number or address. Its result is the proof. Created, not started. */
export function createAccountProof(app: App, way: ProofWay): KeyCodeActor {
  const { api, auth } = app
  const { profile } = auth.getSnapshot().context
  const phone = { dialCode: profile?.dialCode ?? '', phoneNumber: profile?.phone ?? '' }
  return createKeyCode(
    app,
    { email: profile?.email ?? '', phone },
    {
      send: way === 'email' ? mailTo(app) : textTo(app),
      check: ({ requestId, code }, signal) =>
        api.call(proveAccount, { body: withRequest({ way, code }, requestId) }, { signal }),
    },
  )
}

/** The account's new number, or its own if that is unverified and `proof` is null. Created, not started. */
export function createPhoneChange(app: App, proof: string | null): KeyCodeActor {
  const { api, auth } = app
  const { profile } = auth.getSnapshot().context
  const dialCode = profile?.dialCode ?? ''
  const phoneNumber = proof === null ? (profile?.phone ?? '') : ''
  const actor = createKeyCode(
    app,
    { email: '', phone: { dialCode, phoneNumber } },
    {
      send: textTo(app),
      check: ({ entry, requestId, code }, signal) => {
        const body = withRequest({ ...withoutCountry(entry.phone), code }, requestId)
        return api.call(changePhone, { body: proof === null ? body : { ...body, proof } }, { signal })
      },
    },
  )
  actor.on('code.accepted', () => {
    const { dialCode, phoneNumber: phone } = actor.getSnapshot().context.entry.phone
    auth.send({ type: 'profile.changed', fields: { dialCode, phone, isPhoneVerified: true } })
  })
  return actor
}
