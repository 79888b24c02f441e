import { fail, ok } from '@handsfree/core'
import { realtimeMachine } from '@handsfree/core/realtime'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { account, offline } from './samples.ts'

const secrets = {
  mqttHostDomain: 'broker.test',
  mqttUsername: 'uin-1',
  mqttPassword: 'secret',
  mqttWSSPort: '8084',
}

export const realtimeModel = defineModel<typeof realtimeMachine>({
  machine: realtimeMachine,
  starts: {
    'the page in sight': ({ now }) => ({ now, random: () => 0.5, isVisible: () => true }),
    'the page out of sight': ({ now }) => ({ now, random: () => 0.5, isVisible: () => false }),
  },
  samples: {
    'account.signedIn': { '': { account }, 'somebody else': { account: { token: 'token-2', uin: 'uin-2' } } },
    'account.signedOut': { '': {} },
    'broker.opened': { '': {} },
    'broker.closed': { '': {} },
    'broker.hinted': {
      unread: { hint: { kind: 'unreadChanged' } },
      order: { hint: { kind: 'orderChanged', orderId: 'order-1' } },
      everything: { hint: { kind: 'everythingChanged' } },
      nothing: { hint: { kind: 'none' } },
    },
    'device.online': { '': {} },
  },
  sentBy: { 'broker.opened': 'broker', 'broker.closed': 'broker', 'broker.hinted': 'broker' },
  outcomes: { fetchSecrets: { fetched: ok(secrets), offline: fail(offline) } },
  delays: {
    connectTimeout: [30_000],
    pollInterval: [30_000],
    catchUpInterval: [60_000],
    reconnectPeriod: [1_000, 3_000],
  },
  facts: ({ context }) => ({
    hasSecrets: context.secrets !== null,
    attempts: Math.min(3, context.attempts),
    isVisible: context.isVisible(),
    areSecretsFresh: context.secrets !== null && context.now() - context.secretsFetchedAt < 50 * 60_000,
  }),
  laws: {
    'the page is live only while the line is open': ({ snapshot }) =>
      snapshot.matches({ connected: { freshness: 'live' } }) ===
      snapshot.matches({ connected: { link: { linked: 'open' } } }),
    'nothing of an account is left when nobody is signed in': ({ snapshot }) =>
      !snapshot.matches('disconnected') ||
      (snapshot.context.account === null && snapshot.context.secrets === null),
    'secrets are there only once they were fetched, and gone while they are fetched again': ({ snapshot }) =>
      !snapshot.matches({ connected: { link: 'fetchingSecrets' } }) || snapshot.context.secrets === null,
    'a socket is opened with secrets only': ({ calls }) =>
      calls.every(({ id, input }) => id !== 'broker' || (input as { secrets: unknown }).secrets !== null),
  },
  simple: { steps: 10, paths: 60 },
})
