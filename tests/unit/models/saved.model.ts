import { fail, ok } from '@handsfree/core'
import { type SavedInput, savedMachine } from '@handsfree/core/account'
import type { SavedEntry } from '@handsfree/core/contract'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const useTime = '2026-11-21T02:00:00Z'
const grace = { kind: 'receiver', name: 'Grace', dialCode: '86', phoneNumber: '13912345678' } as const
const home = { kind: 'address', regionId: 'shanghai', address: '5 Garden Lane', detail: '' } as const
const both: SavedEntry[] = [
  { savedId: 'grace', content: grace, regionName: '', useTime },
  { savedId: 'home', content: home, regionName: 'Shanghai', useTime },
]

const opened = (cachedList: SavedInput['cachedList']) => (): SavedInput => ({
  cachedList,
  isValidPhone: ({ phoneNumber }) => phoneNumber.length === 11,
})

export const savedModel = defineModel<typeof savedMachine>({
  machine: savedMachine,
  starts: { opened: opened(null), 'opened again': opened(both) },
  samples: {
    'reading.done': { two: { value: both }, none: { value: [] } },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'entry.edit': {
      grace: { savedId: 'grace' },
      home: { savedId: 'home' },
      'one that is not there': { savedId: 'other' },
    },
    'entry.change': {
      'another name': { content: { ...grace, name: 'Hopper' } },
      'no name': { content: { ...grace, name: ' ' } },
    },
    'entry.save': { '': {} },
    'entry.remove': { grace: { savedId: 'grace' }, 'one that is not there': { savedId: 'other' } },
    'entry.confirm': { '': {} },
    'entry.dismiss': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    changeEntry: { changed: ok(both), gone: fail(refused(1002)), offline: fail(offline) },
    removeEntry: { removed: ok(both.slice(1)), gone: fail(refused(1002)), offline: fail(offline) },
  },
  facts: ({ context: { list, entry, problem } }) => ({
    entries: list?.length ?? null,
    entry: entry?.savedId ?? null,
    name: entry?.content.kind === 'receiver' ? entry.content.name : null,
    problem: problem?.kind ?? null,
  }),
  laws: {
    'an entry is there exactly while it is edited or removed': ({ snapshot }) =>
      snapshot.matches('idle') === (snapshot.context.entry === null),
    'nothing without a name is sent': ({ calls }) =>
      calls.every(({ id, input }) => {
        const { content } = (input ?? {}) as { content?: { name?: string } }
        return id !== 'changeEntry' || content?.name?.trim() !== ''
      }),
  },
  simple: { steps: 6, paths: 20 },
})
