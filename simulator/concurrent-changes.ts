import type { OrderLedgerActor } from '@handsfree/core/bags'
import type { ClaimsActor } from '@handsfree/core/claims'
import { acceptOffer, answerQuestion, createClaim } from '@handsfree/core/contract'
import type { Tab } from './device.ts'
import { type FinalPhase, sleepAll, wakeAll } from './final-phase.ts'
import { minute, second } from './time.ts'
import type { Traveller } from './traveller.ts'
import { openPage } from './wandering.ts'

function repeatAnswers({ orderIds }: Traveller, pages: readonly Tab[], { app: { api } }: Tab): void {
  for (const { screen } of pages) {
    const { context } = (screen.actor as ClaimsActor | OrderLedgerActor).getSnapshot()
    if ('ledger' in context) {
      const asked = context.ledger?.questions.find(({ state }) => state === 'asked')
      const params = { questionId: asked?.questionId ?? '' }
      if (asked) void api.call(answerQuestion, { params, body: { answer: 'right' } })
    } else {
      const offered = context.claims?.list.find(({ actions }) => actions.includes('accept'))
      const params = { claimId: offered?.claimId ?? '' }
      if (offered?.offer) void api.call(acceptOffer, { params, body: { offer: offered.offer.number } })
    }
  }
  const body = { kind: 'late' as const, words: 'They came late.', photos: [], amount: 0 }
  for (const orderId of orderIds)
    void api.call(createClaim, { params: { orderId }, body, idempotencyKey: `${orderId}ffffffff` })
}

/**
 * While travellers view bags and claims, an operator and another tab change them. The pages must update. False after a
 * violation.
 */
export async function checkConcurrentChanges(
  travellers: readonly Traveller[],
  { play, checkInvariants, endRefunds, processClaims, story }: FinalPhase,
): Promise<boolean> {
  const traveller = travellers.find(({ orderIds, habits }) => orderIds.size > 0 && !habits.isLeaving)
  if (!traveller) return true
  story.log('world', 'looks at what others do meanwhile')
  sleepAll(travellers)
  const pages = [...traveller.orderIds].flatMap((orderId) =>
    (['ledger', 'claims'] as const).map((page) => {
      const tab = traveller.openTab()
      openPage(traveller, tab, page, orderId)
      return tab
    }),
  )
  const other = traveller.openTab()
  for (let round = 0; round < 3; round++) {
    await play(30 * second)
    if (!(await checkInvariants('pagesTellTheTruth'))) return false
    repeatAnswers(traveller, pages, other)
    await play(5 * second)
    await processClaims()
    await processClaims()
  }
  await play(30 * second)
  if (!(await checkInvariants('pagesTellTheTruth'))) return false
  for (const tab of [...pages, other]) tab.close()
  await endRefunds()
  wakeAll(travellers)
  await play(minute)
  return checkInvariants()
}
