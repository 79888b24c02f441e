import {
  operatorAnswerDestination,
  operatorListDestinations,
  type WaitingDestination,
} from '@handsfree/core/api'
import { type Command, choice, required } from './command.ts'
import { UsageError } from './session.ts'

/** Wishes of travellers for another destination. */
export const changeCommands: Record<string, Command> = {
  wishes: {
    usage: '[yes ORDER | no ORDER --reason TEXT]',
    summary:
      'other destinations that travellers ask for on the way, the first due first; sends the bags there, or says why not',
    words: [0, 2],
    options: ['reason'],
    run: async ({ session, words: [word, reference], options }) => {
      if (word !== undefined) {
        const verb = choice(word, ['yes', 'no'])
        if (!reference) throw new UsageError(`Use it as: wishes ${verb} ORDER`)
        const body =
          verb === 'yes'
            ? ({ result: 'allow' } as const)
            : ({ result: 'reject', reason: required(options.reason, 'reason') } as const)
        const { orderId } = await session.find(reference)
        await session.call(operatorAnswerDestination, { params: { orderId }, body })
      }
      return session.call(operatorListDestinations, {})
    },
    lines: (wishes: WaitingDestination[]) =>
      wishes.length === 0 ? ['No request is waiting for an answer.'] : null,
  },
}
