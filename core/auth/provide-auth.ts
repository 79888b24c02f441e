import * as v from 'valibot'
import { fromPromise } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { Locale } from '../api/contract/common.ts'
import {
  getProfiles,
  type Phone,
  saveDevice,
  sendVerificationCode,
  signIn,
  signOut,
  updateProfile,
} from '../api/contract/user.ts'
import { errorCodes } from '../api/error-codes.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { Platform } from '../platform.ts'
import { fail, ok } from '../result.ts'
import type {
  AuthProblem,
  ProfileFields,
  ProfileResult,
  SaveProfileResult,
  SendResult,
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
    case errorCodes.verificationCodeTooSoon:
      return { code: 'tooSoon', retryAfter: numberIn(failure.details, 'retryAfter') ?? 60 }
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

/** Sends name and email, trimmed; answers them as they stand then. */
export async function saveFields(
  api: ApiClient,
  input: ProfileFields,
  signal?: AbortSignal,
): Promise<SaveProfileResult> {
  const fields = { name: input.name.trim(), email: input.email.trim() }
  if (fields.name === '') return fail({ code: 'nameRequired' })
  if (!v.is(updateProfile.body, fields)) return fail({ code: 'invalidEmail' })
  const saved = await api.call(updateProfile, { body: fields }, signal ? { signal } : {})
  return saved.ok ? ok(fields) : fail(toProblem(saved.error))
}

/** The auth machine's placeholders, on the real world. Phone metadata is loaded when it is first needed. */
export const provideAuth = (api: ApiClient, platform: Pick<Platform, 'languages'>, locale: () => Locale) => ({
  actors: {
    detectDialCode: fromPromise<string>(async () => {
      const { defaultDialCode } = await import('../phone/phone.ts')
      return defaultDialCode(platform.languages())
    }),
    sendCode: fromPromise<SendResult, { phone: Phone }>(async ({ input: { phone }, signal }) => {
      const { isValidPhone } = await import('../phone/phone.ts')
      if (!isValidPhone(phone)) return fail({ code: 'invalidPhone' })
      const sent = await api.call(sendVerificationCode, { body: phone }, { signal })
      if (sent.ok) return ok({ ...sent.value, demoCode: sent.value.demoCode ?? null })
      const isPhoneRefused = sent.error.kind === 'refused' && sent.error.code === errorCodes.paramError
      return fail(isPhoneRefused ? { code: 'invalidPhone' } : toProblem(sent.error))
    }),
    signIn: fromPromise<SignInResult, { phone: Phone; code: string }>(async ({ input, signal }) => {
      const account = await api.call(signIn, { body: { ...input.phone, code: input.code } }, { signal })
      return account.ok ? account : fail(toProblem(account.error))
    }),
    signOut: fromPromise<void>(async ({ signal }) => {
      await api.call(signOut, {}, { signal })
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
})
