import { fail, ok } from '@handsfree/core'
import {
  type PushInput,
  type PushPermission,
  type PushRecord,
  type PushSupport,
  pushMachine,
  selectPushOffer,
} from '@handsfree/core/notifications'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

const record = (kinds: PushRecord['kinds']): PushRecord => ({
  version: 1,
  uin: 'uin-1',
  subscriptionId: 'subscription-1',
  endpoint: 'https://push.test/1',
  publicKey: 'key',
  locale: 'en-US',
  kinds,
  sentAt: 0,
})

const start =
  (support: PushSupport, isDeclined = false) =>
  (): PushInput => ({ support, isDeclined })
const permission = (value: PushPermission) => ok(value)

/** Notices on a device, which may ask, refuse, lose its subscription, or have none. */
export const pushModel = defineModel<typeof pushMachine>({
  machine: pushMachine,
  starts: {
    'a device with push': start('available'),
    'a device on which someone said no': start('available', true),
    'a browser on iOS': start('installFirst'),
    'WeChat’s browser': start('inWeChat'),
    'a device without push': start('none'),
  },
  samples: {
    'account.signedIn': { '': {} },
    'account.signedOut': { '': {} },
    'record.changed': { '': {} },
    'push.look': { '': {} },
    'push.turnOn': { '': { kinds: ['trip', 'payment'] } },
    'push.turnOff': { '': {} },
    'push.decline': { '': {} },
    'kind.change': { 'payments off': { kind: 'payment', isOn: false } },
  },
  // Another tab changed the record: nobody tried again here.
  keepsProblem: [
    '{"off":"failed"} record.changed',
    '{"off":"ready"} record.changed',
    '{"on":"idle"} record.changed',
  ],
  outcomes: {
    restorePush: {
      on: ok({ permission: 'granted', record: record(['trip', 'payment']) }),
      off: ok({ permission: 'unasked', record: null }),
      denied: ok({ permission: 'denied', record: null }),
      broken: fail(offline),
    },
    readPublicKey: { key: ok('key'), none: ok(null), offline: fail(offline) },
    askPermission: {
      granted: permission('granted'),
      denied: permission('denied'),
      closed: permission('unasked'),
      broken: fail(offline),
    },
    subscribe: { subscribed: ok(record(['trip', 'payment'])), offline: fail(offline) },
    saveKinds: { saved: ok(record(['trip'])), offline: fail(offline) },
    unsubscribe: { ended: ok(undefined), offline: fail(offline) },
    endPush: { ended: ok(undefined), broken: fail(offline) },
  },
  facts: (snapshot) => ({
    kinds: snapshot.context.record?.kinds.length ?? null,
    isDeclined: snapshot.context.isDeclined,
    offer: selectPushOffer(snapshot),
    problem: snapshot.context.problem?.kind ?? null,
  }),
  laws: {
    'notices are on exactly with a stored subscription, unless it is compared again': ({ snapshot }) =>
      snapshot.matches('restoring') || snapshot.matches('on') === (snapshot.context.record !== null),
    'nothing is offered after a no': ({ snapshot }) =>
      !(snapshot.context.isDeclined && selectPushOffer(snapshot) !== null),
    'nothing of an account is left after sign-out': ({ snapshot }) =>
      !(snapshot.matches('signedOut') || snapshot.matches('ending')) || snapshot.context.record === null,
  },
  simple: { steps: 7, paths: 40 },
})
