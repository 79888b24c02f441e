import { fail, ok } from '@handsfree/core'
import { PasskeyFailureError, passkeySignInMachine } from '@handsfree/core/passkeys'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { account, offline, refused, usedPasskey } from './samples.ts'

const cancelled = new PasskeyFailureError({ code: 'cancelled' })

/** Sign-in with a passkey from the phone field or after a tap. */
export const passkeySignInModel = defineModel<typeof passkeySignInMachine>({
  machine: passkeySignInMachine,
  starts: { opened: () => undefined },
  samples: { 'passkey.use': { '': {} } },
  outcomes: {
    findAbilities: { autofill: ok({ hasAutofill: true }), 'no autofill': ok({ hasAutofill: false }) },
    fetchOptions: { fetched: ok({ challenge: 'challenge-1' }), offline: fail(offline) },
    fetchOptionsNow: {
      fetched: ok({ challenge: 'challenge-2' }),
      'too many': fail(refused(2004, { reason: 'network' })),
      offline: fail(offline),
    },
    offerPasskey: { chosen: ok(usedPasskey), cancelled },
    promptPasskey: {
      chosen: ok(usedPasskey),
      cancelled,
      broken: new PasskeyFailureError({ code: 'failed' }),
    },
    checkPasskey: {
      right: ok(account),
      unknown: fail(refused(1002)),
      'too many': fail(refused(2004, { reason: 'network' })),
      disabled: fail(refused(2005)),
      offline: fail(offline),
    },
  },
  delays: { optionsLife: [240_000], retryPause: [30_000] },
  facts: ({ context: { hasAutofill, options, passkey, problem } }) => ({
    hasAutofill,
    hasOptions: options !== null,
    hasPasskey: passkey !== null,
    problem: problem?.code ?? null,
  }),
  laws: {
    'a device without passkeys is asked for none': ({ snapshot, calls }) =>
      !snapshot.matches('missing') || calls.every(({ id }) => id === 'findAbilities'),
    'the phone field offers passkeys only where the device can': ({ snapshot }) =>
      !snapshot.matches({ ready: 'offering' }) || snapshot.context.hasAutofill,
    'options are used once': ({ calls }) => {
      const fetched = calls.filter(({ id }) => id.startsWith('fetchOptions')).length
      const checked = calls.filter(({ id }) => id === 'checkPasskey').length
      return checked <= fetched
    },
    'the answer is used once, after a right answer': ({ snapshot, effects }) =>
      effects.filter(({ name }) => name === 'useResult').length === Number(snapshot.matches('done')),
  },
  simple: { steps: 8, paths: 40 },
})
