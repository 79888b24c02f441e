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
  claimClockWords,
  claimHistoryWords,
  complaintClockWords,
  failureWords,
  formatMoney,
  formatTime,
  joinParts,
  promised,
} from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { makeClaim } from './claim-form.ts'
import { askWhile, mayDo, type Step, titleOf, until } from './step.ts'

function claimLines({ app, intl, words }: Step, claim: Claim): string[] {
  const now = app.clock.now()
  const { kind, stage, offer, amount, history, timeZone, cityName: city } = claim
  return [
    '',
    joinParts([words(`claim.kind.${kind}`), words('claim.stage', { stage }), claim.words]),
    claimClockWords(intl, claim, now),
    ...(stage === 'offered' && offer ? [offer.words] : []),
    complaintClockWords(intl, claim, now) ?? '',
    amount.amount > 0 ? words('claim.asked', { amount: formatMoney(amount, intl) }) : '',
    ...history.map((event) =>
      joinParts([
        formatTime(event.time, { intl, now, timeZone, city }),
        claimHistoryWords(intl, event, claim),
        event.words,
      ]),
    ),
  ].filter((line, index) => index === 0 || line !== '')
}

const answerLabel = ({ intl, words }: Step, { offer }: Claim, action: ClaimAction): string => {
  if (action !== 'accept') return words(`claim.${action}`)
  return offer?.amount.amount === 0
    ? words('claim.acceptNothing')
    : words('claim.acceptAmount', { amount: offer ? formatMoney(offer.amount, intl) : '' })
}

async function answer(step: Step, actor: ClaimsActor, claim: Claim, action: ClaimAction): Promise<void> {
  const { intl, words, tell } = step
  actor.send({ type: 'answer.begin', claimId: claim.claimId, action })
  const isNothing = action === 'accept' && claim.offer?.amount.amount === 0
  tell(words('claim.askDetail', { ...promised(intl), action: isNothing ? 'nothing' : action }))
  if (action === 'askAgain' || action === 'complain') {
    const said = await step.ask(words('claim.askWords', { action }))
    actor.send({ type: 'answer.write', words: said.slice(0, policy.maxClaimCharacters) })
    if (said === '') tell(words('claim.askWordsRequired'))
  }
  const label = action === 'accept' ? answerLabel(step, claim, action) : words('claim.askSend', { action })
  const isSure = await step.choose(words(`claim.ask.${action}`), [
    ...(mayDo(actor.getSnapshot(), { type: 'answer.send' }) ? [{ value: true, label }] : []),
    { value: false, label: words('common.back') },
  ])
  if (isSure) actor.send({ type: 'answer.send' })
  const snapshot = await until(step, actor, (current) => !current.hasTag('busy'))
  const problem = selectClaimProblem(snapshot)
  if (problem) tell(failureWords(intl, problem))
  if (selectClaimAnswer(snapshot)) actor.send({ type: 'answer.dismiss' })
  selectClaimsReading(snapshot)?.send({ type: 'reading.hint' })
}

type Choice = { value: 'new' | 'back' | [Claim, ClaimAction]; label: string }

export async function claims(step: Step, orderId: string): Promise<void> {
  const { app, intl, words, tell } = step
  const actor = createClaims(app, orderId)
  actor.start()
  try {
    for (;;) {
      const snapshot = await until(step, actor, (current) => {
        const reading = selectClaimsReading(current)?.getSnapshot()
        return !current.hasTag('busy') && !reading?.hasTag('busy')
      })
      const found = selectClaims(snapshot)
      const problem = selectClaimsReading(snapshot)?.getSnapshot().context.problem
      if (problem) tell(failureWords(intl, problem))
      if (!found) return
      for (const claim of found.list) tell(...claimLines(step, claim))
      if (!selectMayClaim(snapshot)) tell(words('claim.none', { ...policy, why: found.mayClaim }))
      const choices: Choice[] = found.list.flatMap((claim) =>
        claim.actions
          .filter((action) => mayDo(snapshot, { type: 'answer.begin', claimId: claim.claimId, action }))
          .map((action): Choice => ({ value: [claim, action], label: answerLabel(step, claim, action) })),
      )
      if (selectMayClaim(snapshot)) {
        choices.push({ value: 'new', label: words(found.list.length > 0 ? 'claim.another' : 'claim.new') })
      }
      const read = JSON.stringify(found)
      const wish = await askWhile(
        step,
        actor,
        (current) => JSON.stringify(selectClaims(current)) === read,
        (signal) =>
          step.choose(
            titleOf(step, snapshot, words('claims.title')),
            [...choices, { value: 'back', label: words('common.back') }],
            { signal },
          ),
      )
      if (wish === null) continue
      if (wish === 'back') return
      if (wish === 'new') {
        if (await makeClaim(step, { orderId, limit: found.limit })) actor.send({ type: 'claims.changed' })
      } else await answer(step, actor, ...wish)
    }
  } finally {
    actor.stop()
  }
}
