import { fail, ok } from '@handsfree/core'
import { notificationMachine } from '@handsfree/core/notification'
import { defineModel } from '../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

export const notificationModel = defineModel<typeof notificationMachine>({
  machine: notificationMachine,
  starts: { 'nobody signed in': () => undefined },
  samples: { 'account.appeared': { '': {} }, 'account.gone': { '': {} }, 'unread.changed': { '': {} } },
  outcomes: { countUnread: { none: ok(0), some: ok(3), offline: fail(offline) } },
  delays: { lineDelay: [3_000] },
  facts: ({ context }) => ({ unread: context.unread }),
  laws: {
    'nobody signed in has nothing unread': ({ snapshot }) =>
      !snapshot.matches('signedOut') || snapshot.context.unread === 0,
  },
  simple: { steps: 6, paths: 40 },
})
