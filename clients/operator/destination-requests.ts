import {
  operatorAnswerDestination,
  operatorListDestinations,
  type WaitingDestination,
} from '@handsfree/core/contract'
import type { Session } from './session.ts'
import type { Tool } from './tool.ts'

/** Null prints the table. */
const emptyLines = (requests: WaitingDestination[]): string[] | null =>
  requests.length === 0 ? ['No open requests.'] : null

const list = (session: Session) => session.call(operatorListDestinations, {})

type Answer = { result: 'allow' } | { result: 'reject'; reason: string }

async function answerDestination(session: Session, reference: string, body: Answer) {
  const { orderId } = await session.find(reference)
  await session.call(operatorAnswerDestination, { params: { orderId }, body })
  return list(session)
}

export function addDestinationRequestCommands({ program, run }: Tool): void {
  const requests = program
    .command('wishes')
    .description('list, accept or reject travellers’ requests for another destination')
    .action(run(list, emptyLines))
  requests
    .command('yes')
    .description('accept the new destination')
    .argument('<order>')
    .action(
      run((session, order: string) => answerDestination(session, order, { result: 'allow' }), emptyLines),
    )
  requests
    .command('no')
    .description('reject the new destination')
    .argument('<order>')
    .requiredOption('--reason <text>', 'why not, shown to the traveller')
    .action(
      run(
        (session, order: string, { reason }: { reason: string }) =>
          answerDestination(session, order, { result: 'reject', reason }),
        emptyLines,
      ),
    )
}
