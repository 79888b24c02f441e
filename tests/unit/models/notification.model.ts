import { fail, ok } from '@handsfree/core'
import { notificationMachine } from '@handsfree/core/notifications'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

export const notificationModel = defineModel<typeof notificationMachine>({
  machine: notificationMachine,
  starts: { 'nobody signed in': () => undefined },
  samples: {
    'account.signedIn': { '': {} },
    'account.signedOut': { '': {} },
    'unread.changed': { 'counted again': {}, news: { fromHint: true } },
  },
  outcomes: { countUnread: { none: ok(0), some: ok(3), offline: fail(offline) } },
  delays: { lineDelay: [3_000] },
  facts: ({ context: { unread, hasHint } }) => ({ unread, hasHint }),
  laws: {
    'nobody signed in has nothing unread, and no popup': ({ snapshot }) =>
      !snapshot.matches('signedOut') || !(snapshot.context.unread > 0 || snapshot.context.hasHint),
  },
  simple: { steps: 6, paths: 40 },
})
