import type { SnapshotFrom } from 'xstate'
import type { CrewMember } from '../contract/crew.ts'
import type { Account, UserProfile } from '../contract/user.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import type { authMachine } from './auth.machine.ts'
import { endOfCode, isUnexpired } from './sent-code.ts'
import type { SignInRef, SignInSnapshot } from './sign-in.machine.ts'
import type { PendingCode, SignInEvent, SignInUpdate } from './sign-in.ts'

export type Profile = Omit<UserProfile, 'updateTime' | 'createTime'> & {
  updateTime: Date
  createTime: Date
  /** Only in the employees' app. */
  employee?: CrewMember
}

export type ProfileFields = { name: string; email: string }

/** Changes of the profile that need no new read. */
export type ProfileChange = Partial<
  Pick<
    Profile,
    'name' | 'email' | 'dialCode' | 'phone' | 'isPhoneVerified' | 'isEmailConfirmed' | 'privacyVersion'
  >
>

export type AuthInput = {
  restored: {
    phone: PhoneEntry
    account: Account | null
    profile: Profile | null
    isNameSkipped: boolean
    requestId?: string | null
    sent?: PendingCode | null
    mayBeDeleted?: boolean
  } | null
  /** Milliseconds since 1970. */
  now: () => number
}

export type AuthContext = {
  now: () => number
  /** The sign-in child while signed out; null until loaded. */
  signIn: SignInRef | null
  /** As typed. After sign-in only the calling code is kept, for the next sign-in. */
  phone: PhoneEntry
  /** The awaited code, stored for a reload; null if none, or while another number is entered. */
  sent: PendingCode | null
  /**
   * From the last code request of this device. Survives sign-in and sign-out, since it identifies the device to the
   * server.
   */
  requestId: string | null
  /** The QR code at whose site the sign-in started; null elsewhere. */
  qrId: string | null
  /** Events for the child while it loads, the latest of each type. */
  queue: readonly SignInEvent[]
  account: Account | null
  profile: Profile | null
  /** The traveller skipped the name; ask again at the next sign-in. */
  isNameSkipped: boolean
  /** The account's deletion got no answer, and no read has succeeded since. Survives reloads. */
  mayBeDeleted: boolean
}

export type AuthEvent =
  | SignInEvent
  | SignInUpdate
  | { type: 'xstate.snapshot.signIn'; snapshot: SignInSnapshot }
  | { type: 'profile.skip' }
  | { type: 'profile.retry' }
  | { type: 'profile.changed'; fields: ProfileChange }
  | { type: 'auth.signOut' }
  | { type: 'session.ended' }
  | { type: 'account.removed' }
  | { type: 'account.deleted' }
  | { type: 'deletion.unanswered' }
  | { type: 'deletion.answered' }

/** `request`: in this tab. `elsewhere`: in another tab. */
export type SignOut = { reason: 'request' | 'elsewhere' | 'deleted' }

/** Why the server ended the session (1010). `unconfirmed`: possibly by a deletion that got no answer. */
export type EndReason = 'ended' | 'unconfirmed'

export type AuthEmitted =
  | { type: 'auth.codeSent' }
  | { type: 'auth.signedIn'; account: Account }
  | { type: 'auth.profileNeeded' }
  | { type: 'auth.profileSettled' }
  | { type: 'auth.signedOut'; reason: SignOut['reason'] | EndReason }

/** State after signing out (spec section 4). */
export const signedOutContext = {
  account: null,
  profile: null,
  isNameSkipped: false,
  mayBeDeleted: false,
  phone: { dialCode: '', phoneNumber: '' },
} satisfies Partial<AuthContext>

export const initialAuth = ({ restored, now }: AuthInput): AuthContext => {
  const account = restored?.account ?? null
  // A tab that awaits a code stores it next to an account that another tab has signed in.
  const sent = account ? null : (restored?.sent ?? null)
  return {
    now,
    signIn: null,
    phone: restored?.phone ?? signedOutContext.phone,
    sent: sent && isUnexpired(sent.expiresAt, now()) ? sent : null,
    requestId: restored?.requestId ?? null,
    qrId: sent?.qrId ?? null,
    queue: [],
    account,
    profile: restored?.profile ?? null,
    isNameSkipped: restored?.isNameSkipped ?? false,
    mayBeDeleted: account !== null && restored?.mayBeDeleted === true,
  }
}

/** State that survives sign-in, and a reload while a code is awaited. */
export function entryOf(entry: SignInSnapshot): Pick<AuthContext, 'phone' | 'requestId' | 'sent'> {
  const { phone, requestId, resendAt, qrId, demoCode, now, problem } = entry.context
  const expiresAt = endOfCode(entry.context)
  const isAsking = entry.matches('code') && isUnexpired(expiresAt, now())
  const wrong = problem?.code === 'wrongCode' && { triesLeft: problem.triesLeft }
  return { phone, requestId, sent: isAsking ? { resendAt, expiresAt, qrId, demoCode, ...wrong } : null }
}

/** Keeps the calling code for the next sign-in. */
export const withAccount = (
  { phone }: AuthContext,
  account: Account,
): Pick<AuthContext, 'account' | 'phone'> => ({
  account,
  phone: { ...phone, phoneNumber: '' },
})

export const queueWith = ({ queue }: AuthContext, event: SignInEvent): SignInEvent[] => [
  ...queue.filter(({ type }) => type !== event.type),
  event,
]

export const mergeProfile = ({ profile }: AuthContext, event: AuthEvent): Profile | null =>
  event.type === 'profile.changed' && profile ? { ...profile, ...event.fields } : profile

export const endReason = ({ mayBeDeleted }: AuthContext): EndReason =>
  mayBeDeleted ? 'unconfirmed' : 'ended'

type Entry = { phone: PhoneEntry; qrId: string | null }
type EntryEvent = { type: string; phone?: Partial<PhoneEntry>; qrId?: string | null }

export const originOf = ({ qrId }: Pick<Entry, 'qrId'>, event: EntryEvent): string | null =>
  event.type === 'auth.begin' ? (event.qrId ?? null) : qrId

export const mergePhone = ({ phone }: Pick<Entry, 'phone'>, event: EntryEvent): PhoneEntry => ({
  ...phone,
  ...(event.type === 'phone.change' ? event.phone : {}),
})

/** Parses the profile's times as dates (spec section 3). */
export const toProfile = (profile: UserProfile): Profile => ({
  ...profile,
  updateTime: new Date(profile.updateTime),
  createTime: new Date(profile.createTime),
})

export type AuthSnapshot = SnapshotFrom<typeof authMachine>

export const selectAccount = (snapshot: AuthSnapshot) => snapshot.context.account
/** Authenticated means that the account has a token (spec section 3). */
export const selectIsSignedIn = (snapshot: AuthSnapshot) => snapshot.context.account !== null
export const selectPhone = (snapshot: AuthSnapshot) => snapshot.context.phone
/** Id of this device's latest request for a code. */
export const selectRequestId = (snapshot: AuthSnapshot) => snapshot.context.requestId
export const selectProfile = (snapshot: AuthSnapshot) => snapshot.context.profile
export const selectIsEnteringCode = ({ context: { signIn, sent } }: AuthSnapshot) =>
  signIn?.getSnapshot().matches('code') ?? sent !== null
export const selectNeedsProfile = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedIn: { profile: 'incomplete' } })
export const selectPendingCode = (snapshot: AuthSnapshot) => snapshot.context.sent
