import {
  type ClaimsActor,
  createClaims,
  selectClaimAnswer,
  selectClaimProblem,
  selectClaims,
  selectClaimsReading,
  selectMayClaim,
} from '@handsfree/core/claims'
import type { Claim, ClaimAction } from '@handsfree/core/contract'
import {
  claimDeadlineText,
  claimHistoryText,
  complaintDeadlineText,
  failureText,
  formatMoney,
  formatTime,
  joinParts,
  promiseValues,
} from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { makeClaim } from './claim-form.ts'
import { askWhile, mayDo, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

function claimLines({ app, intl, text }: TerminalSession, claim: Claim): string[] {
  const now = app.clock.now()
  const { kind, stage, offer, amount, history, timeZone, cityName: city } = claim
  return [
    '',
    joinParts([text(`claim.kind.${kind}`), text('claim.stage', { stage }), claim.words]),
    claimDeadlineText(intl, claim, now),
    ...(stage === 'offered' && offer ? [offer.words] : []),
    complaintDeadlineText(intl, claim, now) ?? '',
    amount.amount > 0 ? text('claim.asked', { amount: formatMoney(amount, intl) }) : '',
    ...history.map((event) =>
      joinParts([
        formatTime(event.time, { intl, now, timeZone, city }),
        claimHistoryText(intl, event, claim),
        event.words,
      ]),
    ),
  ].filter((line, index) => index === 0 || line !== '')
}

const answerLabel = ({ intl, text }: TerminalSession, { offer }: Claim, action: ClaimAction): string => {
  if (action !== 'accept') return text(`claim.${action}`)
  return offer?.amount.amount === 0
    ? text('claim.acceptNothing')
    : text('claim.acceptAmount', { amount: offer ? formatMoney(offer.amount, intl) : '' })
}

async function answerClaim(
  session: TerminalSession,
  actor: ClaimsActor,
  claim: Claim,
  action: ClaimAction,
): Promise<void> {
  const { intl, text, print } = session
  actor.send({ type: 'answer.begin', claimId: claim.claimId, action })
  const isZeroOffer = action === 'accept' && claim.offer?.amount.amount === 0
  print(text('claim.askDetail', { ...promiseValues(intl), action: isZeroOffer ? 'nothing' : action }))
  if (action === 'askAgain' || action === 'complain') {
    const said = await session.ask(text('claim.askWords', { action }))
    actor.send({ type: 'answer.write', words: said.slice(0, policy.maxClaimCharacters) })
    if (said === '') print(text('claim.askWordsRequired'))
  }
  const label = action === 'accept' ? answerLabel(session, claim, action) : text('claim.askSend', { action })
  const isSure = await session.choose(text(`claim.ask.${action}`), [
    ...(mayDo(actor.getSnapshot(), { type: 'answer.send' }) ? [{ value: true, label }] : []),
    { value: false, label: text('common.back') },
  ])
  if (isSure) actor.send({ type: 'answer.send' })
  const snapshot = await waitUntil(session, actor, (current) => !current.hasTag('busy'))
  const problem = selectClaimProblem(snapshot)
  if (problem) print(failureText(intl, problem))
  if (selectClaimAnswer(snapshot)) actor.send({ type: 'answer.dismiss' })
  selectClaimsReading(snapshot)?.send({ type: 'reading.hint' })
}

type Choice = { value: 'new' | 'back' | [Claim, ClaimAction]; label: string }

export async function showClaims(session: TerminalSession, orderId: string): Promise<void> {
  const { app, intl, text, print } = session
  const actor = createClaims(app, orderId)
  actor.start()
  try {
    for (;;) {
      const snapshot = await waitUntil(session, actor, (current) => {
        const reading = selectClaimsReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !reading?.hasTag('busy')
      })
      const orderClaims = selectClaims(snapshot)
      const problem = selectClaimsReading(snapshot)?.getSnapshot().context.problem
      if (problem) print(failureText(intl, problem))
      if (!orderClaims) return
      for (const claim of orderClaims.list) print(...claimLines(session, claim))
      if (!selectMayClaim(snapshot)) print(text('claim.none', { ...policy, why: orderClaims.mayClaim }))
      const choices: Choice[] = orderClaims.list.flatMap((claim) =>
        claim.actions
          .filter((action) => mayDo(snapshot, { type: 'answer.begin', claimId: claim.claimId, action }))
          .map((action): Choice => ({ value: [claim, action], label: answerLabel(session, claim, action) })),
      )
      if (selectMayClaim(snapshot)) {
        choices.push({
          value: 'new',
          label: text(orderClaims.list.length > 0 ? 'claim.another' : 'claim.new'),
        })
      }
      const shownClaims = JSON.stringify(orderClaims)
      const choice = await askWhile(
        session,
        actor,
        (current) => JSON.stringify(selectClaims(current)) === shownClaims,
        (signal) =>
          session.choose(
            titleOf(session, snapshot, text('claims.title')),
            [...choices, { value: 'back', label: text('common.back') }],
            { signal },
          ),
      )
      if (choice === null) continue
      if (choice === 'back') return
      if (choice === 'new') {
        if (await makeClaim(session, { orderId, limit: orderClaims.limit }))
          actor.send({ type: 'claims.changed' })
      } else await answerClaim(session, actor, ...choice)
    }
  } finally {
    actor.stop()
  }
}
