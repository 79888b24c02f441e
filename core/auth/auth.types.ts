import type { Account, UserProfile } from '../contract/user.ts'
import type { PhoneEntry } from '../phone/phone.ts'
import type { SignInRef, SignInSnapshot } from './sign-in.machine.ts'
import type { CodeOut, SignInEvent, SignInNews } from './sign-in.types.ts'

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
