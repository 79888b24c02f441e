import type { SnapshotFrom } from 'xstate'
import type { Account, UserProfile } from '../contract/user.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import type { authMachine } from './auth.machine.ts'
import { endOfCode, isUnexpired } from './sent-code.ts'
import type { SignInRef, SignInSnapshot } from './sign-in.machine.ts'
import type { CodeOut, SignInEvent, SignInNews } from './sign-in.ts'

export type Profile = Omit<UserProfile, 'updateTime' | 'createTime'> & { updateTime: Date; createTime: Date }

/** Fields of the profile that a traveller may change. */
export type ProfileFields = { name: string; email: string }

export type AuthInput = {
  /** What the last visit stored. */
  restored: {
    phone: PhoneEntry
    account: Account | null
    profile: Profile | null
    isNameSkipped: boolean
    requestId?: string | null
    sent?: CodeOut | null
    mayBeDeleted?: boolean
  } | null
  /** Milliseconds since 1970. */
  now: () => number
}

export type AuthContext = {
  now: () => number
  /** The signing-in child while signed out; null until it is loaded. */
  signIn: SignInRef | null
  /** As typed. Without its number once signed in: the calling code is used again. */
  phone: PhoneEntry
  /** The awaited code, for a reload; null when there is none, or another number is being entered. */
  sent: CodeOut | null
  /** Of the last code this device requested. Survives sign-in and sign-out: it identifies the device to the server. */
  requestId: string | null
  /** The QR code at whose site the sign-in began; null elsewhere. */
  qrId: string | null
  /** Events for the child that is still loading, the latest of each type. */
  queue: readonly SignInEvent[]
  account: Account | null
  profile: Profile | null
  /** The traveller skipped the name: it is not asked for until the next sign-in. */
  isNameSkipped: boolean
  /** The post that deletes the account has no answer, and nothing was read with its token since; outlives a reload. */
  mayBeDeleted: boolean
}

export type AuthEvent =
  | SignInEvent
  | SignInNews
  | { type: 'xstate.snapshot.signIn'; snapshot: SignInSnapshot }
  | { type: 'profile.skip' }
  | { type: 'profile.retry' }
  | { type: 'profile.changed'; fields: ProfileFields }
  | { type: 'auth.signOut' }
  | { type: 'session.ended' }
  | { type: 'account.removed' }
  | { type: 'account.deleted' }
  | { type: 'deletion.unanswered' }
  | { type: 'deletion.answered' }

/** Requested here, signed out in another tab, or the account was deleted. */
export type SignOut = { reason: 'request' | 'elsewhere' | 'deleted' }

/** The server ended the session (1010): for another reason, or perhaps by a deletion that has no answer. */
export type EndReason = 'ended' | 'unconfirmed'

export type AuthEmitted =
  | { type: 'auth.codeSent' }
  | { type: 'auth.signedIn'; account: Account }
  | { type: 'auth.profileNeeded' }
  | { type: 'auth.profileSettled' }
  | { type: 'auth.signedOut'; reason: SignOut['reason'] | EndReason }

/** What is left after signing out (spec section 4). */
export const noAccount = {
  account: null,
  profile: null,
  isNameSkipped: false,
  mayBeDeleted: false,
  phone: { dialCode: '', phoneNumber: '' },
} satisfies Partial<AuthContext>

/** The context that the last visit stored. */
export const initialAuth = ({ restored, now }: AuthInput): AuthContext => {
  const account = restored?.account ?? null
  // A tab that waits for a code stores it beside the account that another tab has signed in meanwhile.
  const sent = account ? null : (restored?.sent ?? null)
  return {
    now,
    signIn: null,
    phone: restored?.phone ?? noAccount.phone,
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

/** What survives signing in, or a reload while the code is typed. */
export function entryOf(entry: SignInSnapshot): Pick<AuthContext, 'phone' | 'requestId' | 'sent'> {
  const { phone, requestId, resendAt, qrId, demoCode, now, problem } = entry.context
  const expiresAt = endOfCode(entry.context)
  const isAsking = entry.matches('code') && isUnexpired(expiresAt, now())
  const wrong = problem?.code === 'wrongCode' && { triesLeft: problem.triesLeft }
  return { phone, requestId, sent: isAsking ? { resendAt, expiresAt, qrId, demoCode, ...wrong } : null }
}

/** An account that was opened. Of the phone entry the calling code stays, for the next sign-in. */
export const signedIn = (
  { phone }: AuthContext,
  account: Account,
): Pick<AuthContext, 'account' | 'phone'> => ({
  account,
  phone: { ...phone, phoneNumber: '' },
})

/** The queue with an event, which replaces an older one of its type. */
export const queueWith = ({ queue }: AuthContext, event: SignInEvent): SignInEvent[] => [
  ...queue.filter(({ type }) => type !== event.type),
  event,
]

/** The profile with the fields that were saved. */
export const changedProfile = ({ profile }: AuthContext, event: AuthEvent): Profile | null =>
  event.type === 'profile.changed' && profile ? { ...profile, ...event.fields } : profile

/** Why the server ended the session. */
export const endReason = ({ mayBeDeleted }: AuthContext): EndReason =>
  mayBeDeleted ? 'unconfirmed' : 'ended'

type Entry = { phone: PhoneEntry; qrId: string | null }
type EntryEvent = { type: string; phone?: Partial<PhoneEntry>; qrId?: string | null }

/** The QR code at whose site the sign-in began. */
export const originOf = ({ qrId }: Pick<Entry, 'qrId'>, event: EntryEvent): string | null =>
  event.type === 'auth.begin' ? (event.qrId ?? null) : qrId

/** The phone entry with what was typed. */
export const typedPhone = ({ phone }: Pick<Entry, 'phone'>, event: EntryEvent): PhoneEntry => ({
  ...phone,
  ...(event.type === 'phone.change' ? event.phone : {}),
})

/** The profile as the app holds it: its times are dates (spec section 3). */
export const toProfile = (profile: UserProfile): Profile => ({
  ...profile,
  updateTime: new Date(profile.updateTime),
  createTime: new Date(profile.createTime),
})

type AuthSnapshot = SnapshotFrom<typeof authMachine>

export const selectAccount = (snapshot: AuthSnapshot) => snapshot.context.account
/** Authenticated means that the account has a token (spec section 3). */
export const selectIsSignedIn = (snapshot: AuthSnapshot) => snapshot.context.account !== null
export const selectPhone = (snapshot: AuthSnapshot) => snapshot.context.phone
export const selectProfile = (snapshot: AuthSnapshot) => snapshot.context.profile
export const selectIsAskingCode = ({ context: { signIn, sent } }: AuthSnapshot) =>
  signIn?.getSnapshot().matches('code') ?? sent !== null
export const selectNeedsProfile = (snapshot: AuthSnapshot) =>
  snapshot.matches({ signedIn: { profile: 'incomplete' } })
/** The awaited code, for a reload; null when there is none, or another number is being entered. */
export const selectCodeOut = (snapshot: AuthSnapshot) => snapshot.context.sent
