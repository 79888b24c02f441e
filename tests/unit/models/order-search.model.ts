import { fail, ok } from '@handsfree/core'
import { type FindOrdersInput, orderSearchMachine } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, operatorOrder, refused } from './samples.ts'

export const orderSearchModel = defineModel<typeof orderSearchMachine>({
  machine: orderSearchMachine,
  starts: { opened: () => undefined },
  samples: {
    'text.change': { typed: { text: '1208' }, emptied: { text: ' ' } },
    'tag.scan': { '': { text: 'HF1001' } },
    'search.start': { '': {} },
    'search.clear': { '': {} },
  },
  outcomes: {
    findOrders: {
      one: ok([operatorOrder()]),
      none: ok([]),
      offline: fail(offline),
      'server broken': fail(refused(1003)),
    },
  },
  facts: ({ context: { text, orders, problem } }) => ({
    hasText: text.trim() !== '',
    found: orders?.length ?? null,
    problem: problem?.kind ?? null,
  }),
  laws: {
    'no blank text is searched': ({ calls }) =>
      calls.every(({ input }) => (input as FindOrdersInput).text.trim() !== ''),
    'orders are shown exactly after a finished search': ({ snapshot }) =>
      (snapshot.context.orders !== null) === snapshot.matches('found'),
    'a problem is shown exactly after a failed search': ({ snapshot }) =>
      (snapshot.context.problem !== null) === snapshot.matches('failed'),
  },
  simple: { steps: 6, paths: 40 },
})
