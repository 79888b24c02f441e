import { fail, ok } from '@handsfree/core'
import { deskTaskMachine, type SendTaskInput } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

export const deskTaskModel = defineModel<typeof deskTaskMachine>({
  machine: deskTaskMachine,
  starts: {
    'a closed day': () => ({ needsText: true }),
    'a reopened day': () => ({ needsText: false }),
  },
  samples: {
    'task.open': { '': {} },
    'task.change': {
      'a reason': { text: 'Water in the cellar' },
      'a blank': { text: ' ' },
    },
    'task.send': { '': {} },
    'task.drop': { '': {} },
  },
  outcomes: {
    sendTask: {
      '': ok({}),
      'unknown site': fail(refused(3002)),
      offline: fail(offline),
    },
  },
  facts: ({ context: { text, needsText, problem } }) => ({ needsText, text, problem: problem?.kind ?? null }),
  laws: {
    'nothing is sent without a text that is needed': ({ calls, input }) =>
      calls.every((call) => !input.needsText || (call.input as SendTaskInput).text.trim() !== ''),
  },
  simple: { steps: 7, paths: 40 },
})
