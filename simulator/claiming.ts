import { demoToken } from '@handsfree/core/api'
import {
  type CallShape,
  type OperatorClaim,
  operatorAnswerComplaint,
  operatorListClaims,
  operatorOfferClaim,
  operatorPayClaim,
  operatorStartClaim,
} from '@handsfree/core/contract'
import type { Chance } from './chance.ts'
import { hour, minute } from './time.ts'
import type { World } from './world.types.ts'

type ClaimAct = { shape: CallShape; body: unknown }

/** The operator's next action on a claim; null if it is the traveller's turn. */
function nextClaimAct(
  { events, stage, amount, limit, payoutDue }: OperatorClaim,
  chance: Chance,
): ClaimAct | null {
  const may = (event: OperatorClaim['events'][number]) => events.includes(event)
  if (may('answer')) return { shape: operatorAnswerComplaint, body: { words: 'We are sorry.' } }
  if (may('start')) return { shape: operatorStartClaim, body: {} }
  if (may('pay') && payoutDue.amount > 0)
    return { shape: operatorPayClaim, body: { reference: 'bank transfer 7' } }
  if (stage !== 'started') return null
  const offered = chance.pick([0, Math.min(amount.amount, limit.amount), limit.amount])
  return { shape: operatorOfferClaim, body: { amount: offered, words: 'This is what we offer.' } }
}

/** Operators who handle claims, often late while `areUnruly`. */
export class ClaimDesk {
  readonly #world: World
  readonly #chance: Chance
  readonly #areUnruly: () => boolean
  #isNoticed = false

  constructor(world: World, areUnruly: () => boolean) {
    this.#world = world
    this.#areUnruly = areUnruly
    this.#chance = world.chance.fork('claims')
  }

  watch(): void {
    if (this.#isNoticed) return
    this.#isNoticed = true
    const after = this.#areUnruly()
      ? this.#chance.between(1, 40) * hour
      : this.#chance.between(1, 60) * minute
    this.#world.time.after(after, 'people', () => {
      this.#isNoticed = false
      void this.processClaims()
    })
  }

  async processClaims(): Promise<void> {
    const { servers, story } = this.#world
    const token = demoToken('operator')
    const { code, result } = await servers.call(operatorListClaims, { token })
    if (code !== 0) return this.watch()
    let hasActed = false
    for (const claim of (result as { list: OperatorClaim[] }).list) {
      const act = nextClaimAct(claim, this.#chance)
      if (!act) continue
      hasActed = true
      const { shape, body } = act
      const { code } = await servers.call(shape, { params: { claimId: claim.claimId }, body, token })
      this.#world.isMoved = true
      const name = shape.path.split('/').at(-1)
      story.log('operator', `${name} claim of ${claim.orderNumber}: ${code === 0 ? 'done' : code}`)
    }
    if (hasActed) this.watch()
  }
}
