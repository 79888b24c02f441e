import {
  type OperatorClaim,
  operatorAnswerComplaint,
  operatorGetClaim,
  operatorListClaims,
  operatorOfferClaim,
  operatorPayClaim,
  operatorStartClaim,
} from '@handsfree/core/contract'
import { pagesOf } from './every-page.ts'
import { type Session, UsageError } from './session.ts'
import { pictureLines } from './show.ts'
import { timeOf } from './time.ts'
import type { Tool } from './tool.ts'

/** Parses `150` or `150.00` to minor units. Throws `UsageError`. */
function amountOf(word: string): number {
  if (!/^\d{1,7}(\.\d\d)?$/.test(word))
    throw new UsageError(`Invalid amount ${word}. Use a number such as 150 or 150.00.`)
  return Math.round(Number(word) * 100)
}

const money = ({ amount, currency }: OperatorClaim['amount']) => `${(amount / 100).toFixed(2)} ${currency}`

const due = ({ nextTime, isOverdue, timeZone, cityName }: OperatorClaim): string =>
  nextTime === null
    ? 'the traveller’s turn'
    : `${isOverdue ? 'LATE since' : 'due'} ${timeOf({ timeZone, cityName }, nextTime)}`

const line = (claim: OperatorClaim): string =>
  [
    `${claim.claimId}  ${claim.orderNumber}  ${claim.kind}, ${claim.stage}`,
    due(claim),
    `asks ${money(claim.amount)} of ${money(claim.limit)}`,
    ...(claim.offer ? [`offered ${money(claim.offer.amount)}`] : []),
    ...(claim.payoutDue.amount > 0 ? [`to pay ${money(claim.payoutDue)}`] : []),
    ...(claim.complaint === 'none' ? [] : [`complaint ${claim.complaint}`]),
    `can: ${claim.events.join(', ') || 'nothing'}`,
  ].join(' · ')

const historyOf = ({ history }: OperatorClaim): string[] =>
  history.map(({ type, words }) => `  ${type}${words ? `: ${words}` : ''}`)

const listClaims = (session: Session, query: { state?: 'all' }): AsyncIterable<OperatorClaim[]> =>
  pagesOf((page) => session.call(operatorListClaims, { query: { ...query, ...page } }))

const linesOf = (result: OperatorClaim[] | OperatorClaim, url: string): string[] => {
  if (!Array.isArray(result)) {
    const pictures = pictureLines(url, result.photos).map((address) => `  ${address}`)
    return [line(result), `  “${result.words}”`, ...historyOf(result), ...pictures]
  }
  return result.length === 0 ? ['No claims.'] : result.map(line)
}

type Reason = { reason: string }

export function addClaimCommands({ program, run }: Tool): void {
  const claims = program
    .command('claims')
    .description('list open claims, earliest deadline first, and handle them')
    .action(run(async (session) => listClaims(session, {}), linesOf))
  const claimCommand = (name: string, description: string) =>
    claims.command(name).description(description).argument('<claim>')
  claims
    .command('all')
    .description('list all claims')
    .action(run(async (session) => listClaims(session, { state: 'all' }), linesOf))
  claimCommand('show', 'show a claim with its history and photos').action(
    run((session, claimId: string) => session.call(operatorGetClaim, { params: { claimId } }), linesOf),
  )
  claimCommand('start', 'start the review of a claim').action(
    run(
      (session, claimId: string) => session.call(operatorStartClaim, { params: { claimId }, body: {} }),
      linesOf,
    ),
  )
  claimCommand('offer', 'offer an amount')
    .argument('<amount>', 'such as 150 or 150.00')
    .requiredOption('--reason <text>', 'why this amount; shown to the traveller')
    .action(
      run(
        async (session, claimId: string, amount: string, { reason }: Reason) =>
          session.call(operatorOfferClaim, {
            params: { claimId },
            body: { amount: amountOf(amount), words: reason },
          }),
        linesOf,
      ),
    )
  claimCommand('answer', 'answer a complaint')
    .requiredOption('--reason <text>', 'the answer; shown to the traveller')
    .action(
      run(
        (session, claimId: string, { reason }: Reason) =>
          session.call(operatorAnswerComplaint, { params: { claimId }, body: { words: reason } }),
        linesOf,
      ),
    )
  claimCommand('pay', 'record how the rest was paid')
    .requiredOption('--reason <text>', 'reference of the payment')
    .action(
      run(
        (session, claimId: string, { reason }: Reason) =>
          session.call(operatorPayClaim, { params: { claimId }, body: { reference: reason } }),
        linesOf,
      ),
    )
}
