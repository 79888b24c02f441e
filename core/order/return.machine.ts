import { setup } from 'xstate'

/** Facts that the guards read. */
export type ReturnFacts = {
  /** Open, not locked, at the destination and not handed over. */
  isThere: boolean
  /** Where the bags go: back or on to another address, or nowhere yet, or they stay in storage. */
  choice: 'none' | 'move' | 'keep'
  /** Whether going there costs something that is not paid. */
  isFeeDue: boolean
}

export type ReturnEvent =
  | { type: 'return.begin' }
  | { type: 'return.choose' }
  | { type: 'return.pay' }
  | { type: 'return.start' }
  | { type: 'return.complete' }
  | { type: 'return.end' }

/**
 * Bags that were refused or not collected (spec section 3: return state). A column of the order beside its lifecycle;
 * the server moves it only through `moveReturn`, in the transaction of the order's row. Pure.
 */
export const returnMachine = setup({
  types: { context: {} as ReturnFacts, input: {} as ReturnFacts, events: {} as ReturnEvent },
  guards: {
    isThere: ({ context }) => context.isThere,
    isFeeDue: ({ context }) => context.isFeeDue,
    mayStart: ({ context }) => context.isThere && context.choice === 'move' && !context.isFeeDue,
  },
}).createMachine({
  id: 'return',
  context: ({ input }) => input,
  initial: 'none',
  states: {
    none: { on: { 'return.begin': { guard: 'isThere', target: 'wait' } } },
    wait: {
      description:
        'The traveller, or an operator for them, says where the bags go. The receiver may still collect.',
      on: {
        'return.begin': {
          description: 'Kept in storage, and not collected again.',
          guard: 'isThere',
          target: 'wait',
        },
        'return.choose': { guard: 'isThere', target: 'wait' },
        'return.pay': {
          description: 'Also while the order is locked: only the bags stand still.',
          guard: 'isFeeDue',
          target: 'wait',
        },
        'return.start': { guard: 'mayStart', target: 'inProgress' },
        'return.end': { guard: 'isThere', target: 'none' },
      },
    },
    inProgress: {
      description: 'A courier carries the bags; nobody hands them over meanwhile.',
      on: { 'return.complete': { guard: 'isThere', target: 'completed' } },
    },
    completed: { description: 'The bags are where the traveller wanted them, and are handed over there.' },
  },
})
