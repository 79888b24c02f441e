import { fail, ok } from '@handsfree/core'
import { resourceMachine } from '@handsfree/core/resource'
import { defineModel } from './machine-model.ts'
import { offline, qrSite, refused } from './samples.ts'

const answers = {
  read: ok(qrSite.site),
  gone: fail(refused(3002)),
  offline: fail(offline),
}

/** One thing that a page reads and shows. */
export const resourceModel = defineModel<typeof resourceMachine>({
  machine: resourceMachine,
  starts: { opened: () => undefined },
  samples: { 'resource.retry': { '': {} }, 'resource.hint': { '': {} } },
  toldBy: { 'resource.hint': 'hints' },
  outcomes: { firstRead: answers, nextRead: answers },
  facts: ({ context }) => [context.value !== null, context.problem?.kind ?? null],
  laws: {
    'what was read once stays': ({ snapshot }) =>
      !snapshot.matches('ready') || snapshot.context.value !== null,
    'a page without anything to show knows why': ({ snapshot }) =>
      !(snapshot.matches('failed') || snapshot.matches('notThere')) || snapshot.context.problem !== null,
    'nothing is wrong while it rests': ({ snapshot }) =>
      !snapshot.matches({ ready: 'resting' }) || snapshot.context.problem === null,
  },
  simple: { steps: 8, paths: 60 },
})
