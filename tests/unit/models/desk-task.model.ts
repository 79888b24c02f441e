import { fail, ok } from '@handsfree/core'
import { deskTaskMachine, type SendTaskInput } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, operatorOrder, refused } from './samples.ts'

const start =
  (needsTags: boolean, needsText: boolean) =>
  ({ newKey }: { newKey: () => string }) => ({ needsTags, needsText, newKey })

export const deskTaskModel = defineModel<typeof deskTaskMachine>({
  machine: deskTaskMachine,
  starts: {
    'a shelf': start(true, true),
    'a pickup': start(true, false),
    'a closed day': start(false, true),
  },
  samples: {
    'task.open': { '': { entry: { tagCodes: ['HF1001', 'HF1002'], text: '' } } },
    'task.change': {
      'a shelf': { entry: { text: 'B2' } },
      'a blank': { entry: { text: ' ' } },
      'no tag': { entry: { tagCodes: [] } },
      'one tag': { entry: { tagCodes: ['HF1001'] } },
    },
    'task.send': { '': {} },
    'task.drop': { '': {} },
  },
  outcomes: {
    sendTask: {
      '': ok(operatorOrder()),
      'unknown tag': fail(refused(5003)),
      offline: fail(offline),
    },
  },
  facts: ({ context: { entry, key, needsTags, needsText, problem } }) => ({
    needsTags,
    needsText,
    tags: entry.tagCodes.length,
    text: entry.text,
    isSent: key !== '',
    problem: problem?.kind ?? null,
  }),
  laws: {
    'nothing is sent without a tag or a text that is needed': ({ calls, input }) =>
      calls.every((call) => {
        const { tagCodes, text } = call.input as SendTaskInput
        return (!input.needsTags || tagCodes.length > 0) && (!input.needsText || text.trim() !== '')
      }),
    'an entry keeps its key over retries, and another entry gets a new one': ({ calls }) => {
      const entries = new Map<string, string>()
      return calls.every(({ input }) => {
        const { key, ...entry } = input as SendTaskInput
        const isOwn = (entries.get(key) ?? JSON.stringify(entry)) === JSON.stringify(entry)
        entries.set(key, JSON.stringify(entry))
        return key !== '' && isOwn
      })
    },
  },
  simple: { steps: 7, paths: 40 },
})
