import { type ReturnFacts, returnMachine } from '@handsfree/core/order'
import { defineModel } from '../../statecharts/paths/machine-model.ts'

const start = (facts: ReturnFacts) => () => facts

/** Bags that nobody takes, with every choice, and on an order that is locked or over. */
export const returnModel = defineModel<typeof returnMachine>({
  machine: returnMachine,
  starts: {
    'without a choice': start({ isThere: true, choice: 'none', isFeeDue: false }),
    'to go back': start({ isThere: true, choice: 'move', isFeeDue: false }),
    'to go back for a fee': start({ isThere: true, choice: 'move', isFeeDue: true }),
    'to stay': start({ isThere: true, choice: 'keep', isFeeDue: false }),
    'of an order that may not move': start({ isThere: false, choice: 'move', isFeeDue: false }),
  },
  samples: {
    'return.begin': { '': {} },
    'return.choose': { '': {} },
    'return.pay': { '': {} },
    'return.start': { '': {} },
    'return.complete': { '': {} },
    'return.end': { '': {} },
  },
  outcomes: {},
  facts: ({ context }) => context,
  laws: {
    'nothing moves while the order may not': ({ snapshot }) =>
      snapshot.context.isThere || snapshot.matches('none'),
    'bags move only where somebody has said so and paid for': ({ snapshot }) =>
      (snapshot.context.choice === 'move' && !snapshot.context.isFeeDue) ||
      !(snapshot.matches('inProgress') || snapshot.matches('completed')),
  },
  simple: { steps: 6, paths: 40 },
})
