import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { asking } from '../api/asking.ts'
import type { ApiClient } from '../api/client.ts'
import type { Locale } from '../api/contract/common.ts'
import {
  type Account,
  getProfiles,
  saveDevice,
  sendVerificationCode,
  signIn,
  signOut,
  type UserProfile,
  updateProfile,
} from '../api/contract/user.ts'
import { errorCodes } from '../api/error-codes.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { Platform } from '../platform.ts'
import { fail, ok, type Result } from '../result.ts'
import { cleanLine } from '../text/clean.ts'
import type { CodeSent, ProfileFields, SendInput, SignInInput } from './auth.types.ts'
import { refusedParam } from './auth-problem.ts'

const noSuchPlace: ApiFailure = {
  kind: 'refused',
  code: errorCodes.siteNotExists,
  message: '',
  details: null,
}

const withRequest = <Body>(body: Body, requestId: string | null) =>
  requestId === null ? body : { ...body, requestId }

/** Sends name and email, trimmed; answers them as they stand then. */
export async function saveFields(
  api: ApiClient,
  input: ProfileFields,
  signal?: AbortSignal,
): Promise<Result<ProfileFields, ApiFailure>> {
  const fields = { name: cleanLine(input.name), email: cleanLine(input.email) }
  if (fields.name === '') return fail(refusedParam({ field: 'name' }))
  if (!v.is(updateProfile.body, fields)) return fail(refusedParam({ field: 'email' }))
  const saved = await api.call(updateProfile, { body: fields }, signal ? { signal } : {})
  return saved.ok ? ok(fields) : saved
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
      sendCode: asking<CodeSent, SendInput>(async ({ input: { phone, requestId, qrId }, signal }) => {
        const { isValidPhone, unknownDialCode } = await import('../phone/phone.ts')
        if (!isValidPhone(phone)) {
          const dialCode = unknownDialCode(phone.phoneNumber)
          return fail(refusedParam(dialCode === null ? null : { reason: 'unknownDialCode', dialCode }))
        }
        if ((await placeOf(qrId)) === 'unknown') return fail(noSuchPlace)
        const sent = await api.call(sendVerificationCode, { body: withRequest(phone, requestId) }, { signal })
        return sent.ok ? ok({ ...sent.value, demoCode: sent.value.demoCode ?? null }) : sent
      }),
      signIn: asking<Account, SignInInput>(async ({ input, signal }) => {
        const { phone, code, requestId, qrId } = input
        const body = withRequest({ ...phone, code }, requestId)
        const place = await placeOf(qrId)
        const headers: Record<string, string> =
          place && place !== 'unknown' ? { 'X-Site-Id': place.siteId } : {}
        return api.call(signIn, { body }, { signal, headers })
      }),
      fetchProfile: asking<UserProfile, { uin: string }>(async ({ input: { uin }, signal }) => {
        const profiles = await api.call(getProfiles, { query: { uins: [uin] } }, { signal })
        if (!profiles.ok) return profiles
        const profile = profiles.value[uin]
        return profile ? ok(profile) : fail({ kind: 'unexpected', cause: 'no profile' })
      }),
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
