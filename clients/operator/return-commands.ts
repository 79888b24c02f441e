import { operatorChooseReturn, operatorReturn } from '@handsfree/core/contract'
import { Argument } from 'commander'
import { addPlaceOptions, onOrder, orderCommand, type PlaceOptions, placeOf } from './on-order.ts'
import type { Tool } from './tool.ts'

const steps = ['refused', 'uncollected', 'start', 'complete'] as const
const choices = ['back', 'keep', 'place'] as const

export function addReturnCommands(tool: Tool): void {
  orderCommand(tool, 'return', 'return bags that nobody accepts: ask the traveller, start, complete')
    .addArgument(new Argument('<step>').choices(steps))
    .action(
      onOrder(tool, ({ session, params }, step: (typeof steps)[number]) => {
        if (step === 'start' || step === 'complete') {
          return session.call(operatorReturn, { params, body: { step } })
        }
        const reason = step === 'refused' ? 'refused' : 'notCollected'
        return session.call(operatorReturn, { params, body: { step: 'begin', reason } })
      }),
    )
  addPlaceOptions(
    orderCommand(tool, 'return-to', 'choose where bags are returned, for a traveller who called').addArgument(
      new Argument('<choice>', 'back to the pickup site, keep in storage, or forward to a place').choices(
        choices,
      ),
    ),
  )
    .option('--free', 'waive the fee')
    .action(
      onOrder(
        tool,
        async (
          { session, params },
          kind: (typeof choices)[number],
          options: PlaceOptions & { free?: true },
        ) => {
          const to = kind === 'place' ? ({ kind: 'address', delivery: placeOf(options) } as const) : { kind }
          return session.call(operatorChooseReturn, {
            params,
            body: { choice: to, isFree: options.free === true },
          })
        },
      ),
    )
}
