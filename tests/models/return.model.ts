import { type ReturnFacts, returnMachine } from '@handsfree/core/order'
import { defineModel } from '../../statecharts/paths/machine-model.ts'

const start = (facts: ReturnFacts) => () => facts

/** Bags that nobody takes, with every choice, and on an order that is locked or over. */
export const returnModel = defineModel<typeof returnMachine>({
  machine: returnMachine,
  starts: {
    'without a choice': start({ isThere: true, choice: 'none' }),
    'to go back': start({ isThere: true, choice: 'move' }),
    'to stay': start({ isThere: true, choice: 'keep' }),
    'of an order that may not move': start({ isThere: false, choice: 'move' }),
  },
  samples: {
    'return.begin': { '': {} },
    'return.choose': { '': {} },
    'return.start': { '': {} },
    'return.complete': { '': {} },
    'return.end': { '': {} },
  },
  outcomes: {},
  facts: ({ context }) => context,
  laws: {
    'nothing moves while the order may not': ({ snapshot }) =>
      snapshot.context.isThere || snapshot.matches('none'),
    'bags move only where somebody has said so': ({ snapshot }) =>
      snapshot.context.choice === 'move' ||
      !(snapshot.matches('inProgress') || snapshot.matches('completed')),
  },
  simple: { steps: 6, paths: 40 },
})
