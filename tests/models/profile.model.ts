import { fail, ok } from '@handsfree/core'
import { profileMachine } from '@handsfree/core/profile'
import { defineModel } from '../../statecharts/paths/machine-model.ts'
import { authFailure, profile } from './samples.ts'

export const profileModel = defineModel<typeof profileMachine>({
  machine: profileMachine,
  starts: {
    'a known traveller': () => ({ profile }),
    'one that is to be fetched': () => ({ profile: null }),
  },
  samples: {
    'profile.retry': { '': {} },
    'profile.change': { other: { fields: { name: 'Ada' } }, 'as before': { fields: { name: ' Lin ' } } },
    'profile.save': { '': {} },
    'profile.leave': { '': {} },
    'profile.discard': { '': {} },
    'profile.stay': { '': {} },
  },
  outcomes: {
    loadProfile: { known: ok(profile), offline: fail(authFailure({ code: 'network' })) },
    saveFields: {
      saved: ok({ name: 'Ada', email: '' }),
      'bad email': fail(authFailure({ code: 'invalidEmail' })),
      offline: fail(authFailure({ code: 'network' })),
    },
  },
  facts: ({ context: { profile, draft, problem } }) => ({
    name: profile?.name,
    draft: draft.name,
    problem: problem?.code,
  }),
  laws: {
    'what is typed stays until it is saved or given up': ({ snapshot: { context } }) =>
      context.profile === null || ['Lin', ' Lin ', 'Ada'].includes(context.draft.name),
    'a change is shared as often as it is saved': ({ effects, calls }) =>
      effects.length <= calls.filter(({ id }) => id === 'saveFields').length,
    'nobody leaves but by asking': ({ snapshot, emitted }) =>
      emitted.length === (snapshot.matches('left') ? 1 : 0),
  },
  simple: { steps: 10, paths: 40 },
})
