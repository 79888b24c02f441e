import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import { Locale } from '../contract/common.ts'
import { PushKind } from '../contract/push.ts'
import { failureText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { createStore } from '../lib/store.ts'
import type { PushPermission, PushSupport } from './device-push.ts'
import type { pushMachine } from './push.machine.ts'

/** The subscription that this device last sent to the server. */
export const pushStore = createStore({
  key: storageKeys.push,
  schema: v.object({
    version: v.literal(1),
    uin: v.string(),
    subscriptionId: v.string(),
    endpoint: v.string(),
    publicKey: v.string(),
    locale: Locale,
    kinds: v.array(PushKind),
    /** When it was sent, in ms since 1970. */
    sentAt: v.number(),
  }),
  owner: ['uin'],
})

export type PushRecord = NonNullable<ReturnType<typeof pushStore.read>>

/** `pushService`: the device couldn't reach the push service of its maker, or that refused. */
export type PushProblem = ApiFailure | { kind: 'pushService' }

export class PushServiceError extends Error {
  override name = 'PushServiceError'
}

export const problemOfEvent = (event: { type: string }): PushProblem =>
  'error' in event && event.error instanceof PushServiceError
    ? { kind: 'pushService' }
    : failureOfEvent(event)

export const pushProblemText = (formatter: Formatter, problem: PushProblem): string =>
  problem.kind === 'pushService'
    ? formatter.formatMessage({ id: 'push.noService' })
    : failureText(formatter, problem)

export type PushInput = {
  support: PushSupport
  /** Whether someone turned notices down on this device. */
  isDeclined: boolean
}

/** `isConsent`: the person turned notices on, rather than changing their kinds. */
export type SubscribeInput = { publicKey: string; kinds: readonly PushKind[]; isConsent: boolean }

/** The device's state for the account, after a comparison with the server. */
export type PushFinding = { permission: PushPermission; record: PushRecord | null }

export type PushEvent =
  | { type: 'account.signedIn' }
  | { type: 'account.signedOut' }
  /** Another tab turned notices on or off. */
  | { type: 'record.changed' }
  /** Sent where notices are offered or changed: asks the server whether it sends any. */
  | { type: 'push.look' }
  /** With every kind that the account can get. */
  | { type: 'push.turnOn'; kinds: readonly PushKind[] }
  | { type: 'push.turnOff' }
  | { type: 'push.decline' }
  | { type: 'kind.change'; kind: PushKind; isOn: boolean }

export type PushContext = PushInput & {
  record: PushRecord | null
  /** To be switched on. */
  kinds: readonly PushKind[]
  /** Null until read, and if the server doesn't send notices. */
  publicKey: string | null
  problem: PushProblem | null
}

type PushSnapshot = SnapshotFrom<typeof pushMachine>

/** The offer for travellers with a paid order; null after an answer, and where notices are on or impossible. */
export function selectPushOffer(snapshot: PushSnapshot): 'turnOn' | 'installFirst' | 'inWeChat' | null {
  if (snapshot.context.isDeclined) return null
  if (snapshot.matches({ unavailable: 'installFirst' })) return 'installFirst'
  if (snapshot.matches({ unavailable: 'inWeChat' })) return 'inWeChat'
  const isOffered = snapshot.matches({ off: 'ready' }) || snapshot.matches('asking')
  return isOffered || snapshot.matches('subscribing') ? 'turnOn' : null
}

export const selectIsPushOn = (snapshot: PushSnapshot): boolean => snapshot.matches('on')
export const selectIsPushBusy = (snapshot: PushSnapshot): boolean => snapshot.hasTag('busy')
export const selectPushProblem = ({ context }: PushSnapshot) => context.problem
/** Kinds that are switched on. */
export const selectPushKinds = ({ context }: PushSnapshot) => context.record?.kinds ?? []
