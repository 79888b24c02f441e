import { fail, ok } from '@handsfree/core'
import { popupMachine } from '@handsfree/core/notifications'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { notification, offline } from './samples.ts'

export const elsewhere = notification({ id: 'elsewhere', isPopup: true, content: { orderId: 'order-2' } })
const own = notification({ id: 'own', isPopup: true, content: { orderId: 'order-1' } })
const marks = { marked: ok(null), offline: fail(offline) }

export const popupModel = defineModel<typeof popupMachine>({
  machine: popupMachine,
  starts: {
    'on home': () => ({ page: { isQuiet: false, orderId: null } }),
    'at payment': () => ({ page: { isQuiet: true, orderId: null } }),
  },
  samples: {
    'popup.hint': { '': {} },
    'popup.close': { '': {} },
    'popup.pageChanged': {
      'an order': { page: { isQuiet: false, orderId: 'order-1' } },
      'the scanner': { page: { isQuiet: true, orderId: null } },
    },
  },
  sentBy: { 'popup.hint': 'hints', 'popup.pageChanged': 'pages' },
  outcomes: {
    findPopup: { one: ok(elsewhere), 'of an order': ok(own), none: ok(null), offline: fail(offline) },
    checkPopup: { holds: ok({ holds: true }), over: ok({ holds: false }), offline: fail(offline) },
    markShown: marks,
    markUnshown: marks,
  },
  facts: ({ context }) => ({
    isQuiet: context.page.isQuiet,
    orderId: context.page.orderId,
    popup: context.popup?.id ?? null,
  }),
  laws: {
    'nothing is shown over a quiet page': ({ snapshot }) =>
      !(snapshot.matches('showing') && snapshot.context.page.isQuiet),
    'a popup is there exactly while it is shown or marked': ({ snapshot }) =>
      (snapshot.context.popup !== null) === (snapshot.matches('showing') || snapshot.matches('marking')),
    'only what was found is marked': ({ snapshot: { context }, calls }) =>
      calls.every(
        ({ id, input }) =>
          !id.startsWith('mark') || context.seen.includes((input as { id: string | null }).id ?? ''),
      ),
  },
  simple: { steps: 6, paths: 40 },
})
