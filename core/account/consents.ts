import type { SnapshotFrom } from 'xstate'
import type { Consent, ConsentKind } from '../contract/consent.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { policy } from '../policy/numbers.ts'
import type { ConsentsContext, consentsMachine } from './consents.machine.ts'

/** The latest act of a kind; null without one, or before the first reading. */
const latestOf = ({ consents }: Pick<ConsentsContext, 'consents'>, kind: ConsentKind): Consent | null =>
  consents?.find((consent) => consent.kind === kind) ?? null

/** Whether the current privacy policy isn't agreed to yet. */
export const canAgree = (context: ConsentsContext): boolean =>
  context.consents !== null && latestOf(context, 'privacy')?.version !== policy.privacyVersion

export const canWithdrawPush = (context: ConsentsContext): boolean =>
  latestOf(context, 'push')?.isGiven === true

type ConsentsSnapshot = SnapshotFrom<typeof consentsMachine>

export const selectConsentsReading = ({ children }: ConsentsSnapshot): ReadingRef | undefined =>
  children.reading
export const selectHasConsents = ({ context }: ConsentsSnapshot) => context.consents !== null
export const selectPrivacyConsent = ({ context }: ConsentsSnapshot) => latestOf(context, 'privacy')
export const selectPushConsent = ({ context }: ConsentsSnapshot) => latestOf(context, 'push')
export const selectConsentsProblem = ({ context }: ConsentsSnapshot) => context.problem
