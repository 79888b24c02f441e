import { fail, ok } from '@handsfree/core'
import { type ReadingInput, readingMachine } from '@handsfree/core/lib'
import { createEmptyActor } from 'xstate'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, qrSite, refused } from './samples.ts'

const answers = {
  read: ok(qrSite.site),
  gone: fail(refused(3002)),
  offline: fail(offline),
}

const listener = createEmptyActor() as unknown as ReadingInput['listener']

export const readingModel = defineModel<typeof readingMachine>({
  machine: readingMachine,
  starts: {
    opened: () => ({ initialValue: null, isFresh: false, listener }),
    'opened again': () => ({ initialValue: qrSite.site, isFresh: false, listener }),
    'read just now': () => ({ initialValue: qrSite.site, isFresh: true, listener }),
  },
  samples: {
    'reading.retry': { '': {} },
    'reading.hint': { '': {} },
    'reading.extend': { '': { value: qrSite.site } },
  },
  sentBy: { 'reading.hint': 'hints' },
  outcomes: { read: answers },
  facts: ({ context }) => ({ isRead: context.value !== null, problem: context.problem?.kind ?? null }),
  laws: {
    'what was read once stays until it is not there': ({ snapshot }) =>
      !(snapshot.matches('fresh') || snapshot.matches('stale')) || snapshot.context.value !== null,
    'what is not there is not shown': ({ snapshot }) =>
      !(snapshot.matches('notThere') || snapshot.matches('failed')) || snapshot.context.value === null,
    'a page without anything to show knows why': ({ snapshot }) =>
      !(snapshot.matches('failed') || snapshot.matches('notThere')) || snapshot.context.problem !== null,
    'nothing is wrong while it is fresh': ({ snapshot }) =>
      !snapshot.matches('fresh') || snapshot.context.problem === null,
  },
  keepsProblem: ['"failed" reading.retry', '"stale" reading.retry'],
  simple: { steps: 8, paths: 60 },
})
