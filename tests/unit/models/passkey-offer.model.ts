import { fail, ok } from '@handsfree/core'
import { PasskeyFailureError, passkeyOfferMachine } from '@handsfree/core/passkeys'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline } from './samples.ts'

/** The offer on home after the first sign-in. */
export const passkeyOfferModel = defineModel<typeof passkeyOfferMachine>({
  machine: passkeyOfferMachine,
  starts: { opened: () => undefined },
  samples: { 'offer.accept': { '': {} }, 'offer.decline': { '': {} } },
  outcomes: {
    findNeed: { needed: ok(true), 'not needed': ok(false), offline: fail(offline) },
    addPasskey: {
      added: ok([]),
      cancelled: new PasskeyFailureError({ code: 'cancelled' }),
      'already here': new PasskeyFailureError({ code: 'alreadyHere' }),
      offline: fail(offline),
    },
  },
  facts: ({ context: { problem } }) => ({ problem: problem?.code ?? null }),
  laws: {
    'an answer is stored once, when it is given': ({ snapshot, effects, calls }) => {
      const stored = effects.filter(({ name }) => name === 'storeAnswer').length
      const isAnswered = snapshot.matches('added') || snapshot.matches('closed')
      return stored <= 1 && (!snapshot.matches('added') || stored === 1) && (isAnswered || stored === 0)
        ? calls.filter(({ id }) => id === 'findNeed').length === 1
        : false
    },
  },
  simple: { steps: 8, paths: 30 },
})
