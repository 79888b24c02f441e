import { fail, ok } from '@handsfree/core'
import { type AuthContext, authMachine, type SignInSnapshot } from '@handsfree/core/auth'
import { getInitialSnapshot, type SnapshotFrom } from 'xstate'
import { readAuth, readPerson, writeAuth, writePerson } from '../../../core/auth/stored-auth.ts'
import { startOfTime } from '../../../statecharts/paths/graph.ts'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { FakeBrowser } from '../core/fake-platform.ts'
import { account, authFailure, profile } from './samples.ts'

const phone = { dialCode: '86', phoneNumber: '13800138000' }

/** A sign-in child without behaviour, which accepts every event. */
const signInAt = (step: 'phone' | 'code') =>
  ({
    status: 'active',
    context: {
      now: () => startOfTime,
      phone,
      requestId: 'request-1',
      qrId: 'desk-1',
      sentTo: '8613800138000',
      resendAt: startOfTime + 60_000,
      expiresAt: startOfTime + 300_000,
    },
    can: () => true,
    matches: (wanted: string) => wanted === step,
  }) as unknown as SignInSnapshot
const signIn = {
  // A stopped actor emits no events.
  getInitialSnapshot: () => ({ ...signInAt('phone'), status: 'stopped' }),
  transition: (snapshot: unknown) => snapshot,
  getPersistedSnapshot: () => ({}),
}

const signedOut = { phone, account: null, profile: null, isNameSkipped: false }

/** The next visit's initial state, restored from this visit's storage. */
function reloaded(context: AuthContext): SnapshotFrom<typeof authMachine> {
  const storage = new FakeBrowser().tab()
  const { phone, account, requestId, sent, profile, isNameSkipped, mayBeDeleted, now } = context
  writeAuth(storage, { phone, account, requestId, sent, mayBeDeleted })
  writePerson(storage, profile, isNameSkipped)
  const stored = readAuth(storage)
  const person = readPerson(storage)
  const restored = stored && {
    ...stored,
    profile: person?.profile ?? null,
    isNameSkipped: person?.isNameSkipped ?? false,
  }
  return getInitialSnapshot(authMachine, { restored, now })
}

export const authModel = defineModel<typeof authMachine>({
  machine: authMachine,
  starts: {
    'first visit': ({ now }) => ({ restored: null, now }),
    'back, signed out': ({ now }) => ({ restored: signedOut, now }),
    'back, while the message was read': ({ now }) => ({
      restored: {
        ...signedOut,
        requestId: 'request-1',
        sent: { resendAt: now() + 1_000, expiresAt: now() + 240_000, qrId: 'desk-1' },
      },
      now,
    }),
    'back, after the code ended': ({ now }) => ({
      restored: {
        ...signedOut,
        sent: { resendAt: now() - 240_000, expiresAt: now(), qrId: null },
      },
      now,
    }),
    'back, signed in': ({ now }) => ({ restored: { ...signedOut, account, profile }, now }),
    'back, signed in by another tab while a code was awaited': ({ now }) => ({
      restored: {
        ...signedOut,
        account,
        profile,
        sent: { resendAt: now() + 1_000, expiresAt: now() + 240_000, qrId: 'desk-1' },
      },
      now,
    }),
  },
  samples: {
    'auth.begin': { '': {}, 'at a site': { qrId: 'desk-1' } },
    'phone.change': { '': { phone } },
    'phone.edit': { '': {} },
    'code.request': { '': {} },
    'code.change': { '': { code: '246810' } },
    'code.submit': { '': {} },
    'code.resend': { '': {} },
    'code.sent': { '': {} },
    'xstate.snapshot.signIn': {
      'the number': { snapshot: signInAt('phone') },
      'the code': { snapshot: signInAt('code') },
    },
    'profile.skip': { '': {} },
    'profile.retry': { '': {} },
    'profile.changed': { '': { fields: { name: 'Lin', email: '' } } },
    'auth.signOut': { '': {} },
    'session.ended': { '': {} },
    'account.removed': { '': {} },
    'account.deleted': { '': {} },
    'deletion.unanswered': { '': {} },
    'deletion.answered': { '': {} },
    'account.found': { 'by the code': { account }, 'in another tab': { account } },
  },
  sentBy: { 'code.sent': 'signIn', 'xstate.snapshot.signIn': 'signIn' },
  spawned: { ids: ['signIn'], start: {}, after: (world) => world, logic: () => ({}) },
  outcomes: {
    loadSignIn: { '': signIn },
    detectDialCode: { '': '86' },
    fetchProfile: {
      known: ok(profile),
      new: ok({ ...profile, name: '' }),
      offline: fail(authFailure({ code: 'network' })),
    },
    syncLanguage: { '': undefined },
  },
  delays: { loadPause: [3_000] },
  facts: ({ context }) => ({
    isCodeSent: context.sent !== null,
    hasName: context.profile && context.profile.name !== '',
    isNameSkipped: context.isNameSkipped,
    mayBeDeleted: context.mayBeDeleted,
  }),
  laws: {
    'an account is there exactly while somebody is signed in': ({ snapshot }) =>
      snapshot.matches('signedOut') === (snapshot.context.account === null),
    'the child lives exactly while somebody signs in': ({ snapshot: { context, children, ...snapshot } }) =>
      [context.signIn !== null, 'signIn' in children].every(
        (is) => is === snapshot.matches({ signedOut: 'entering' }),
      ),
    'nothing of a code is kept once somebody is signed in': ({ snapshot }) =>
      snapshot.matches('signedOut') || snapshot.context.sent === null,
    'the server is told of every sign-out that was asked for, and of no other': ({ emitted, effects }) =>
      emitted.filter(({ type, reason }) => type === 'auth.signedOut' && reason === 'request').length ===
      effects.filter(({ name }) => name === 'endToken').length,
    'a reload finds who is signed in, or the code that is asked for': ({ snapshot }) => {
      const { account, profile, isNameSkipped, phone, sent, mayBeDeleted } = snapshot.context
      const again = reloaded(snapshot.context)
      return (
        again.matches(account ? 'signedIn' : sent ? { signedOut: 'starting' } : { signedOut: 'idle' }) &&
        JSON.stringify(again.context.account) === JSON.stringify(account) &&
        JSON.stringify([again.context.profile, again.context.isNameSkipped, again.context.phone]) ===
          JSON.stringify([account && profile, isNameSkipped, phone]) &&
        again.context.mayBeDeleted === mayBeDeleted &&
        JSON.stringify(again.context.sent) === JSON.stringify(sent)
      )
    },
    'nobody’s account may be deleted': ({ snapshot: { context } }) =>
      context.account !== null || !context.mayBeDeleted,
    'signing in and out take turns': ({ emitted }) => {
      const turns = emitted.filter(({ type }) => type === 'auth.signedIn' || type === 'auth.signedOut')
      return turns.every(({ type }, index) => type !== turns[index - 1]?.type)
    },
  },
  simple: { steps: 14, paths: 30 },
})
