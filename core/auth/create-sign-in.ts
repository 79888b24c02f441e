import { fromPromise } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import { getQrSite } from '../contract/site.ts'
import type { Account, Phone } from '../contract/user.ts'
import { sendVerificationCode, signIn } from '../contract/verification-code.ts'
import { type CancelSignal, newCancel } from '../lib/cancel.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, isRefusedWith } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import type { Clock, Platform } from '../lib/platform.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { paramRefusal } from './auth-problem.ts'
import { noConsent, readConsent, signInWithConsent } from './device-consent.ts'
import { signInMachine } from './sign-in.machine.ts'
import type { CheckCodeInput, SendCodeInput, SentCode } from './sign-in.ts'

const noSuchPlace: ApiFailure = {
  kind: 'refused',
  code: errorCodes.siteNotExists,
  message: '',
  details: null,
}

const wireFields = ({ dialCode, phoneNumber }: Phone): Phone => ({ dialCode, phoneNumber })

const withRequestId = <Body>(body: Body, requestId: string | null) =>
  requestId === null ? body : { ...body, requestId }

const maxWaitMs = 3_000

/**
 * The site of a QR code; `unknown` if the server doesn't know it. Null after 3 s without an answer, since sign-in waits
 * for it.
 */
async function findSiteOfCode(
  api: ApiClient,
  clock: Clock,
  qrId: string,
): Promise<{ siteId: string } | 'unknown' | null> {
  const controller = newCancel()
  const timer = clock.setTimeout(() => controller.abort(), maxWaitMs)
  const place = await api.call(getQrSite, { params: { qrId } }, { signal: controller.signal })
  clock.clearTimeout(timer)
  if (place.ok) return { siteId: place.value.site.siteId }
  return isRefusedWith(place.error, errorCodes.siteNotExists) ? 'unknown' : null
}

/** The header that names the site at whose QR code a sign-in started. */
export async function siteHeaders(
  api: ApiClient,
  clock: Clock,
  qrId: string | null,
): Promise<Record<string, string>> {
  const place = qrId === null ? null : await findSiteOfCode(api, clock, qrId)
  return place && place !== 'unknown' ? { 'X-Site-Id': place.siteId } : {}
}

type SignInByCode = (
  body: { code: string; requestId?: string } & Phone,
  options: { signal: CancelSignal; headers: Record<string, string> },
) => Promise<Result<Account, ApiFailure>>

type SignInAudience = {
  /** Whether the privacy policy is agreed to. Codes are sent only then. */
  hasConsent: () => boolean
  /** Exchanges a code for an account. */
  signInByCode: SignInByCode
}

const travellers = (api: ApiClient, { storage }: Pick<Platform, 'storage'>): SignInAudience => ({
  hasConsent: () => readConsent(storage) !== null,
  signInByCode: (body, options) =>
    signInWithConsent(storage, (consent) => api.call(signIn, { body: { ...body, ...consent } }, options)),
})

/** Implements the sign-in actors, by default travellers'. Loads phone metadata on first use. */
export const provideSignIn = (
  api: ApiClient,
  platform: Pick<Platform, 'clock' | 'languages' | 'storage'>,
  { hasConsent, signInByCode }: SignInAudience = travellers(api, platform),
) => {
  const siteCache = new Map<string, { siteId: string }>()
  /** Cached: a site found when sending the code isn't fetched again when checking it. */
  const placeOf = async (qrId: string | null) => {
    if (qrId === null) return null
    const place = siteCache.get(qrId) ?? (await findSiteOfCode(api, platform.clock, qrId))
    if (place && place !== 'unknown') siteCache.set(qrId, place)
    return place
  }
  return signInMachine.provide({
    actors: {
      detectDialCode: fromPromise<string>(async () => {
        const { defaultDialCode } = await import('../phone/countries.ts')
        return defaultDialCode(platform.languages())
      }),
      sendCode: fromCall<SentCode, SendCodeInput>(async ({ input: { phone, requestId, qrId }, signal }) => {
        const { isValidPhone, unknownDialCode } = await import('../phone/phone.ts')
        if (!isValidPhone(phone)) {
          const dialCode = unknownDialCode(phone.phoneNumber)
          return fail(paramRefusal(dialCode === null ? null : { reason: 'unknownDialCode', dialCode }))
        }
        if (!hasConsent()) return fail(noConsent)
        if ((await placeOf(qrId)) === 'unknown') return fail(noSuchPlace)
        const sent = await api.call(
          sendVerificationCode,
          { body: withRequestId(wireFields(phone), requestId) },
          { signal },
        )
        return sent.ok ? ok({ ...sent.value, demoCode: sent.value.demoCode ?? null }) : sent
      }),
      checkCode: fromCall<Account, CheckCodeInput>(async ({ input, signal }) => {
        const { phone, code, requestId, qrId } = input
        const body = withRequestId({ ...wireFields(phone), code }, requestId)
        const place = await placeOf(qrId)
        const headers: Record<string, string> =
          place && place !== 'unknown' ? { 'X-Site-Id': place.siteId } : {}
        return signInByCode(body, { signal, headers })
      }),
    },
  })
}
