import { fail, ok } from '@handsfree/core'
import { type ProfileContext, profileMachine } from '@handsfree/core/account'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { authFailure, profile } from './samples.ts'

export const profileModel = defineModel<typeof profileMachine>({
  machine: profileMachine,
  starts: {
    'a known traveller': () => ({ profile }),
    'one that is to be fetched': () => ({ profile: null }),
    'left typed by an earlier visit': () => ({ profile, restored: { name: 'Ada', email: '' } }),
    'left typed, and to be fetched': () => ({ profile: null, restored: { name: 'Ada', email: '' } }),
  },
  samples: {
    'reading.done': { '': { value: profile } },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: false } },
    'profile.change': {
      other: { fields: { name: 'Ada' } },
      'as before': { fields: { name: ' Lin ' } },
      wrong: { fields: { name: ' ', email: 'ada@' } },
    },
    'profile.save': { '': {} },
    'profile.leave': { '': {} },
    'profile.discard': { '': {} },
    'profile.stay': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    saveFields: {
      saved: ok({ name: 'Ada', email: '' }),
      'bad email': fail(authFailure({ code: 'invalidEmail' })),
      offline: fail(authFailure({ code: 'network' })),
    },
  },
  facts: ({ context: { profile, draft, problems } }) => ({
    name: profile?.name,
    draft: draft.name,
    email: draft.email,
    problems: problems.map(({ code }) => code).join(),
  }),
  laws: {
    'what is typed stays until it is saved or given up': ({ snapshot: { context } }) =>
      context.profile === null || ['Lin', ' Lin ', 'Ada', ' '].includes(context.draft.name),
    'a change is shared as often as it is saved': ({ effects, calls }) =>
      effects.filter(({ name }) => name === 'shareFields').length <=
      calls.filter(({ id }) => id === 'saveFields').length,
    'a reload finds what is typed': ({ snapshot: { status, context }, effects, contexts }) => {
      const index = effects.findLastIndex(({ name }) => name === 'saveDraft' || name === 'forgetDraft')
      if (context.profile === null || status !== 'active') return true
      const before = index < 0 ? context.restored : null
      const kept = effects[index]?.name === 'saveDraft' ? (contexts[index] as ProfileContext).draft : before
      const { name, email } = context.profile
      return JSON.stringify(kept ?? { name, email }) === JSON.stringify(context.draft)
    },
    'nobody leaves but by asking': ({ snapshot, emitted }) =>
      emitted.length === (snapshot.matches('left') ? 1 : 0),
  },
  simple: { steps: 10, paths: 40 },
})
