import {
  type OperatorClaim,
  operatorAnswerComplaint,
  operatorGetClaim,
  operatorListClaims,
  operatorOfferClaim,
  operatorPayClaim,
  operatorStartClaim,
} from '@handsfree/core/api'
import { type Command, choice, required } from './command.ts'
import { pagesOf } from './every-page.ts'
import { type Session, UsageError } from './session.ts'
import { pictureLines } from './show.ts'
import { timeOf } from './time.ts'

const verbs = ['all', 'show', 'start', 'offer', 'answer', 'pay'] as const

/** `150` or `150.00` as minor units. */
function amountOf(word: string | undefined): number {
  if (!/^\d{1,7}(\.\d\d)?$/.test(word ?? '')) throw new UsageError(`${word ?? 'Nothing'} is no amount.`)
  return Math.round(Number(word) * 100)
}

const money = ({ amount, currency }: OperatorClaim['amount']) => `${(amount / 100).toFixed(2)} ${currency}`

const due = ({ nextTime, isOverdue, timeZone, cityName }: OperatorClaim): string =>
  nextTime === null
    ? 'the traveller’s turn'
    : `${isOverdue ? 'LATE since' : 'due'} ${timeOf({ timeZone, cityName }, nextTime)}`

/** One claim a line: what is due, where it is, and what may be done. */
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

const listAll = (session: Session, query: { state?: 'all' }): AsyncIterable<OperatorClaim[]> =>
  pagesOf((page) => session.call(operatorListClaims, { query: { ...query, ...page } }))

export const claimCommands: Record<string, Command> = {
  claims: {
    usage: '[all | show CLAIM | start CLAIM | offer CLAIM AMOUNT | answer CLAIM | pay CLAIM] [--reason TEXT]',
    summary:
      'claims, what is due first; starts one, offers an amount, answers its complaint, or records how the rest was paid (--reason)',
    words: [0, 3],
    options: ['reason'],
    run: async ({ session, words: [word, claimId, amount], options }) => {
      const verb = word === undefined ? undefined : choice(word, verbs)
      if (verb === undefined || verb === 'all') {
        return listAll(session, verb ? { state: verb } : {})
      }
      if (!claimId) throw new UsageError(`Use it as: claims ${verb} CLAIM`)
      const params = { claimId }
      const reason = () => required(options.reason, 'reason')
      switch (verb) {
        case 'show':
          return session.call(operatorGetClaim, { params })
        case 'start':
          return session.call(operatorStartClaim, { params, body: {} })
        case 'offer':
          return session.call(operatorOfferClaim, {
            params,
            body: { amount: amountOf(amount), words: reason() },
          })
        case 'answer':
          return session.call(operatorAnswerComplaint, { params, body: { words: reason() } })
        case 'pay':
          return session.call(operatorPayClaim, { params, body: { reference: reason() } })
      }
    },
    lines: (result: OperatorClaim[] | OperatorClaim, url) => {
      if (!Array.isArray(result)) {
        const pictures = pictureLines(url, result.photos).map((address) => `  ${address}`)
        return [line(result), `  “${result.words}”`, ...historyOf(result), ...pictures]
      }
      return result.length === 0 ? ['No claims.'] : result.map(line)
    },
  },
}
