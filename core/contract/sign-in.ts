import * as v from 'valibot'
import { getCall } from './call.ts'
import { Cursor, Id, Timestamp } from './common.ts'

/** A sign-in started at a site's QR code. Doesn't identify the traveller. */
export const SiteSignIn = v.object({
  signInId: Id,
  siteId: Id,
  siteName: v.string(),
  time: Timestamp,
  /** Whether it created the account. */
  isFirst: v.boolean(),
  /** From its user agent, such as "Safari · iPhone"; empty if unknown. */
  device: v.string(),
})
export type SiteSignIn = v.InferOutput<typeof SiteSignIn>

/** Sign-ins of one site. `first` counts those that created an account. */
export const SignInCount = v.object({
  siteId: Id,
  siteName: v.string(),
  lastDay: v.number(),
  last30Days: v.number(),
  first: v.number(),
})
export type SignInCount = v.InferOutput<typeof SignInCount>

export const operatorListSignIns = getCall('/operator/sign-ins', {
  summary:
    'Returns sign-ins that started at a site’s QR code (`X-Site-Id`), newest first, 50 per page. The first page also has each site’s totals for 24 hours and 30 days. Sites see their own only.',
  audience: 'operator',
  roles: ['operator', 'site'],
  query: v.strictObject({ cursor: v.optional(Cursor), siteId: v.optional(Id) }),
  result: v.object({
    list: v.array(SiteSignIn),
    counts: v.array(SignInCount),
    nextCursor: v.nullable(v.string()),
  }),
})
