import * as v from 'valibot'
import { employeeRoles, getCall, postCall } from './call.ts'
import { Empty, GivenConsent, Id, Locale } from './common.ts'

/** Kinds of news that a device can ring for. The first three are travellers', the others employees'. */
export const travellerPushKinds = ['trip', 'payment', 'claim'] as const
export const employeePushKinds = ['order', 'bag', 'queue'] as const
export const pushKinds = [...travellerPushKinds, ...employeePushKinds] as const
export const PushKind = v.picklist(pushKinds)
export type PushKind = v.InferOutput<typeof PushKind>

/** Length in characters of base64url without padding. */
const base64Url = (bytes: number) =>
  v.pipe(v.string(), v.length(Math.ceil((bytes * 4) / 3)), v.regex(/^[A-Za-z0-9_-]+$/))

/** As `PushSubscription.toJSON()` returns it, without the expiration time. */
export const PushSubscriptionKeys = v.strictObject({
  endpoint: v.pipe(v.string(), v.maxLength(2_000), v.regex(/^https?:\/\/[\x21-\x7e]+$/)),
  keys: v.strictObject({
    /** The device's public key, a point of P-256 that isn't compressed. */
    p256dh: base64Url(65),
    auth: base64Url(16),
  }),
})
export type PushSubscriptionKeys = v.InferOutput<typeof PushSubscriptionKeys>

/** The kinds that are switched on; none at all switches the device off without ending its subscription. */
const Kinds = <const Kind extends PushKind>(kinds: readonly Kind[]) =>
  v.pipe(v.array(v.picklist(kinds)), v.maxLength(kinds.length))

export const PushSubscribed = v.object({ subscriptionId: Id, kinds: v.array(PushKind) })
export type PushSubscribed = v.InferOutput<typeof PushSubscribed>

/**
 * The decrypted payload of every push: a declarative Web Push message (`web_push` 8030), which browsers without the
 * service worker's help can show too.
 */
export const PushMessage = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    lang: Locale,
    /** One per order and subject, so that newer notices replace older ones. */
    tag: v.string(),
    navigate: v.string(),
    data: v.object({
      /** The device's own; a worker that stores another one must not show the text. */
      subscriptionId: Id,
      receipt: v.string(),
      kind: PushKind,
      /** Tags of notices that are settled elsewhere. */
      close: v.array(v.string()),
    }),
  }),
  /** Unread notifications. Absent for operators, who have a queue instead. */
  app_badge: v.optional(v.number()),
  mutable: v.literal(true),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

export const getPushOptions = getCall('/push-subscriptions/options', {
  summary: 'Returns the public key for subscribing to push messages, null if the server sends none.',
  audience: 'anyone',
  result: v.object({ publicKey: v.nullable(v.string()) }),
})

const subscribed =
  'A device has one subscription: a later one replaces it, and the same endpoint of another account ends there. Fails with 1008 if the endpoint isn’t on the list of push services or a key is invalid, and with 1002 if the server sends no push messages.'

export const subscribePush = postCall('/push-subscriptions', {
  summary: `Sends the caller’s news to this device as push messages. ${subscribed} \`consent\` is for turning them on, not for a renewal. Fails with 2005 (409) without it after a withdrawal, and with 1008 if it isn’t for the current version of the privacy policy.`,
  audience: 'traveller',
  body: v.strictObject({
    subscription: PushSubscriptionKeys,
    locale: Locale,
    kinds: Kinds(travellerPushKinds),
    consent: v.optional(GivenConsent),
  }),
  result: PushSubscribed,
  errors: [1002, 1008, 2005],
})

export const unsubscribePush = postCall('/push-subscriptions/remove', {
  summary:
    'Ends this device’s push subscription, if it has one. Ending the account’s last one withdraws the consent to push messages.',
  audience: 'traveller',
  body: v.strictObject({}),
  result: Empty,
})

export const subscribeCrewPush = postCall('/crew/push-subscriptions', {
  summary: `Sends an employee’s notices to this device as push messages. ${subscribed} Fails with 1011 on a shared tablet, and with 1012 for a token made for scripts.`,
  audience: 'operator',
  roles: employeeRoles,
  body: v.strictObject({
    subscription: PushSubscriptionKeys,
    locale: Locale,
    kinds: Kinds(employeePushKinds),
  }),
  result: PushSubscribed,
  errors: [1002, 1008],
})

export const unsubscribeCrewPush = postCall('/crew/push-subscriptions/remove', {
  summary: 'Ends this device’s push subscription, if it has one.',
  audience: 'operator',
  roles: employeeRoles,
  body: v.strictObject({}),
  result: Empty,
})

export const confirmPush = postCall('/push-receipts', {
  summary:
    'Reports that a device has shown a push message. Unknown receipts, repeated ones and those of ended subscriptions answer the same.',
  audience: 'anyone',
  body: v.strictObject({
    receipt: v.pipe(v.string(), v.minLength(22), v.maxLength(64), v.regex(/^[A-Za-z0-9_-]+$/)),
  }),
  result: Empty,
})
