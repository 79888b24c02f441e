import * as v from 'valibot'
import { fromPromise } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { Locale } from '../api/contract/common.ts'
import {
  getProfiles,
  PhoneRefused,
  saveDevice,
  sendVerificationCode,
  signIn,
  signOut,
  TooSoon,
  updateProfile,
} from '../api/contract/user.ts'
import { errorCodes } from '../api/error-codes.ts'
import { type ApiFailure, isRefusedWith } from '../api/failure.ts'
import type { Platform } from '../platform.ts'
import { policy } from '../policy/numbers.ts'
import { fail, ok } from '../result.ts'
import { cleanLine } from '../text/clean.ts'
import type {
  AuthProblem,
  ProfileFields,
  ProfileResult,
  SaveProfileResult,
  SendInput,
  SendResult,
  SignInInput,
  SignInResult,
} from './auth.types.ts'

const numberIn = (details: unknown, key: string): number | null => {
  const parsed = v.safeParse(v.object({ [key]: v.number() }), details)
  return parsed.success ? (parsed.output[key] ?? null) : null
}

const toProblem = (failure: ApiFailure): AuthProblem => {
  if (failure.kind === 'network') return { code: 'network' }
  if (failure.kind === 'unexpected') return { code: 'unexpected' }
  switch (failure.code) {
    case errorCodes.verificationCodeTooSoon: {
      const parsed = v.safeParse(TooSoon, failure.details)
      const details = parsed.success ? parsed.output : { retryAfter: policy.codeResendSeconds }
      if ('retryAfter' in details) return { code: 'tooSoon', retryAfter: details.retryAfter }
      return { code: details.reason === 'paused' ? 'sendingPaused' : 'tooManyFromHere' }
    }
    case errorCodes.verificationCodeError: {
      const triesLeft = numberIn(failure.details, 'triesLeft') ?? 0
      return triesLeft > 0 ? { code: 'wrongCode', triesLeft } : { code: 'burntCode' }
    }
    case errorCodes.verificationCodeExpired:
      return { code: 'expiredCode' }
    default:
      return { code: 'refused', errorCode: failure.code }
  }
}

const toSendProblem = (failure: ApiFailure): AuthProblem => {
  if (!isRefusedWith(failure, errorCodes.paramError)) return toProblem(failure)
  const refused = v.safeParse(PhoneRefused, failure.kind === 'refused' ? failure.details : null)
  return { code: refused.success ? refused.output.reason : 'invalidPhone' }
}

/** Too many wrong codes for the number are a wait too, but of another kind than between two codes. */
const toSignInProblem = (failure: ApiFailure): AuthProblem => {
  const problem = toProblem(failure)
  return problem.code === 'tooSoon' ? { code: 'tooManyTries', retryAfter: problem.retryAfter } : problem
}

const withRequest = <Body>(body: Body, requestId: string | null) =>
  requestId === null ? body : { ...body, requestId }

/** Sends name and email, trimmed; answers them as they stand then. */
export async function saveFields(
  api: ApiClient,
  input: ProfileFields,
  signal?: AbortSignal,
): Promise<SaveProfileResult> {
  const fields = { name: cleanLine(input.name), email: cleanLine(input.email) }
  if (fields.name === '') return fail({ code: 'nameRequired' })
  if (!v.is(updateProfile.body, fields)) return fail({ code: 'invalidEmail' })
  const saved = await api.call(updateProfile, { body: fields }, signal ? { signal } : {})
  return saved.ok ? ok(fields) : fail(toProblem(saved.error))
}

/** The auth machine's placeholders, on the real world. Phone metadata is loaded when it is first needed. */
export const provideAuth = (api: ApiClient, platform: Pick<Platform, 'languages'>, locale: () => Locale) => {
  const placeOf = async (qrId: string | null) =>
    qrId === null ? null : (await import('./site-behind.ts')).siteBehind(api, qrId)
  return {
    actors: {
      detectDialCode: fromPromise<string>(async () => {
        const { defaultDialCode } = await import('../phone/phone.ts')
        return defaultDialCode(platform.languages())
      }),
      sendCode: fromPromise<SendResult, SendInput>(async ({ input: { phone, requestId, qrId }, signal }) => {
        const { isValidPhone, unknownDialCode } = await import('../phone/phone.ts')
        if (!isValidPhone(phone)) {
          const dialCode = unknownDialCode(phone.phoneNumber)
          return fail(dialCode === null ? { code: 'invalidPhone' } : { code: 'unknownDialCode', dialCode })
        }
        if ((await placeOf(qrId)) === 'unknown') return fail({ code: 'unknownPlace' })
        const sent = await api.call(sendVerificationCode, { body: withRequest(phone, requestId) }, { signal })
        return sent.ok
          ? ok({ ...sent.value, demoCode: sent.value.demoCode ?? null })
          : fail(toSendProblem(sent.error))
      }),
      signIn: fromPromise<SignInResult, SignInInput>(async ({ input, signal }) => {
        const { phone, code, requestId, qrId } = input
        const body = withRequest({ ...phone, code }, requestId)
        const place = await placeOf(qrId)
        const headers: Record<string, string> =
          place && place !== 'unknown' ? { 'X-Site-Id': place.siteId } : {}
        const account = await api.call(signIn, { body }, { signal, headers })
        return account.ok ? account : fail(toSignInProblem(account.error))
      }),
      fetchProfile: fromPromise<ProfileResult, { uin: string }>(async ({ input: { uin }, signal }) => {
        const profiles = await api.call(getProfiles, { query: { uins: [uin] } }, { signal })
        if (!profiles.ok) return fail(toProblem(profiles.error))
        const profile = profiles.value[uin]
        return profile ? ok(profile) : fail({ code: 'unexpected' })
      }),
      saveProfile: fromPromise<SaveProfileResult, ProfileFields>(({ input, signal }) =>
        saveFields(api, input, signal),
      ),
      tellLanguage: fromPromise<void>(async ({ signal }) => {
        await api.call(saveDevice, { body: { languageTag: locale() } }, { signal })
      }),
    },
    actions: {
      // After everything that listens has forgotten the account; also while the page is being left.
      endToken: (_: unknown, { token }: { token: string }) =>
        queueMicrotask(() => {
          void api.call(signOut, {}, { headers: { token: `Bearer ${token}` }, keepalive: true })
        }),
    },
  }
}
