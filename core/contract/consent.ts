import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { GivenConsent, Locale, Timestamp } from './common.ts'

/** `privacy`: the privacy policy. `push`: push messages through the browser's push service, perhaps abroad. */
export const consentKinds = ['privacy', 'push'] as const
export const ConsentKind = v.picklist(consentKinds)
export type ConsentKind = v.InferOutput<typeof ConsentKind>

/** One act of a person. `version` and `locale` of a withdrawal are those of the consent that it ends. */
export const Consent = v.object({
  kind: ConsentKind,
  isGiven: v.boolean(),
  version: v.string(),
  locale: Locale,
  time: Timestamp,
})
export type Consent = v.InferOutput<typeof Consent>

const ConsentList = v.array(Consent)

export const listConsents = getCall('/account/consents', {
  summary: 'Returns what the caller has agreed to and withdrawn, newest first.',
  audience: 'traveller',
  result: ConsentList,
})

export const giveConsent = postCall('/account/consents', {
  summary:
    'Records a consent. A repeated one changes nothing. Fails with 1008 and `{ field: "consent", reason: "version" }` unless `version` is the current one.',
  audience: 'traveller',
  body: v.strictObject({ kind: ConsentKind, ...GivenConsent.entries }),
  result: ConsentList,
})

export const withdrawConsent = postCall('/account/consents/withdraw', {
  summary:
    'Withdraws the consent to push messages, and ends the subscriptions of all the caller’s devices. Without a consent, changes nothing. The privacy policy can’t be withdrawn here: POST /account/delete ends the account.',
  audience: 'traveller',
  body: v.strictObject({ kind: v.literal('push') }),
  result: ConsentList,
})
