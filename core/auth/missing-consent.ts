import type { App } from '../app.ts'
import type { GivenConsent } from '../contract/common.ts'
import { policy } from '../policy/numbers.ts'

/**
 * The consent to ask for before an order, in the current language: the account hasn't agreed to the current privacy
 * policy. Null for visitors, who are asked when they sign in, and while the profile is unknown.
 */
export function missingConsentOf({ auth, language }: Pick<App, 'auth' | 'language'>): GivenConsent | null {
  const agreed = auth.getSnapshot().context.profile?.privacyVersion
  if (agreed === undefined || agreed === policy.privacyVersion) return null
  return { version: policy.privacyVersion, locale: language.getSnapshot().context.locale }
}

/** Notes a consent that came with an order, so that it isn't asked for again. */
export function rememberConsent({ auth }: Pick<App, 'auth'>, consent: GivenConsent | undefined): void {
  if (consent) auth.send({ type: 'profile.changed', fields: { privacyVersion: consent.version } })
}
