import { operatorChooseReturn, operatorReturn } from '@handsfree/core/api'
import { type Command, choice } from './command.ts'
import { onOrder, placeOf, placeOptions, placeUsage } from './on-order.ts'

/** Bags that nobody takes: asked about, chosen for a traveller who called, carried, there. */
export const returnCommands: Record<string, Command> = {
  return: onOrder(
    'bags that nobody takes: asks their traveller where they go, sets out with them, is there',
    { words: 'refused|uncollected|start|complete', minimum: 1 },
    ({ session, params, words: [verb] }) => {
      const step = choice(verb, ['refused', 'uncollected', 'start', 'complete'])
      if (step === 'start' || step === 'complete') {
        return session.call(operatorReturn, { params, body: { step } })
      }
      const reason = step === 'refused' ? 'refused' : 'notCollected'
      return session.call(operatorReturn, { params, body: { step: 'begin', reason } })
    },
  ),
  'return-to': onOrder(
    'where they go, for a traveller who called: back, on to another place, or in storage for a while; --free waives the fee',
    {
      words: 'back|keep|place',
      minimum: 1,
      options: [...placeOptions, 'free'],
      more: `[${placeUsage}] [--free]`,
    },
    ({ session, params, words: [verb], options }) => {
      const kind = choice(verb, ['back', 'keep', 'place'])
      const to = kind === 'place' ? ({ kind: 'address', delivery: placeOf(options) } as const) : { kind }
      return session.call(operatorChooseReturn, {
        params,
        body: { choice: to, isFree: options.free === true },
      })
    },
  ),
}
