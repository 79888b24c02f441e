import {
  type OperatorOrder,
  operatorChooseReturn,
  operatorConfirmPackages,
  operatorHand,
  operatorReturn,
  operatorWarehouseConfirm,
  type ReturnChoice,
} from '@handsfree/core/contract'
import { choiceOfDraft, type OrderReturnActor } from '@handsfree/core/orders'
import { usualCourier } from '../server/flows/autopilot/employee-for-step.ts'
import type { Step } from '../server/flows/autopilot/steps.ts'
import type { Chance } from './chance.ts'
import type { Act } from './mishaps.ts'

/** Bags as recorded by an employee: unchanged since tagging. */
export const bagChecksOf = ({ bags }: OperatorOrder): { bags?: object[] } =>
  bags.length > 0 ? { bags: bags.map(({ tagCode, sealNumber }) => ({ tagCode, sealNumber })) } : {}

const airport = { kind: 'site', siteId: 'pudong-airport-t2' } as const
const ownAddress = { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' } as const

export const returnChoices: ReturnChoice[] = [
  { kind: 'back' },
  { kind: 'keep' },
  { kind: 'address', delivery: airport },
  { kind: 'address', delivery: ownAddress },
]

function confirmThere({ returning, unconfirmedTags: tagCodes }: OperatorOrder): Act {
  const player = `site-${returning?.place?.siteId}`
  return tagCodes.length > 0
    ? { shape: operatorConfirmPackages, body: { tagCodes }, player }
    : { shape: operatorWarehouseConfirm, body: {}, player }
}

/** The next action for undelivered bags; null if no employee has to act. */
export function returnAct(
  order: OperatorOrder,
  step: Step | null,
  { chance, areCouriersUnruly, claimCode }: { chance: Chance; areCouriersUnruly: boolean; claimCode: string },
): Act | null {
  const player = order.courierId ?? usualCourier
  const returnCall = (body: object): Act => ({ shape: operatorReturn, body, player })
  const { state, choice } = order.returning ?? { state: 'none', choice: null }
  if (order.lifecycle.closing !== 'open' || order.lifecycle.warehouse === 'handed') return null
  switch (state) {
    case 'none': {
      const isToHand = step === 'handOver' || step === 'handOut'
      return areCouriersUnruly && isToHand && chance.bool(0.5)
        ? returnCall({ step: 'begin', reason: 'refused' })
        : null
    }
    case 'wait':
      // Couriers wait until the fee is paid. Once the world is calm, an operator waives it.
      if (order.returning?.paymentId && !areCouriersUnruly) {
        const body = { choice: { kind: 'back' }, isFree: true }
        return { shape: operatorChooseReturn, body, player: 'operator' }
      }
      if (choice === 'back' || choice === 'address') return returnCall({ step: 'start' })
      return areCouriersUnruly && choice === null && chance.bool(0.2)
        ? { shape: operatorChooseReturn, body: { choice: chance.pick(returnChoices) }, player: 'operator' }
        : null
    case 'inProgress':
      return returnCall({ step: 'complete' })
    case 'completed':
      if (order.lifecycle.warehouse === 'waitConfirm') return confirmThere(order)
      return { shape: operatorHand, body: { claimCode, ...bagChecksOf(order) }, player }
  }
}

/** One step of a traveller on the return page: picks, sends or edits the choice. True if there is more to do. */
export function returnStep(actor: OrderReturnActor, chance: Chance): boolean {
  const snapshot = actor.getSnapshot()
  const { draft } = snapshot.context
  if (snapshot.can({ type: 'choice.send' }) && choiceOfDraft(draft)) actor.send({ type: 'choice.send' })
  else if (snapshot.matches('choosing')) {
    const kind = chance.pick(['back', 'keep', 'address'] as const)
    const pick = { type: 'choice.pick', kind } as const
    if (kind === 'address') actor.send({ type: 'choice.locate', place: ownAddress })
    else if (snapshot.can(pick)) actor.send(pick)
  } else if (snapshot.matches('chosen') && chance.bool(0.1)) actor.send({ type: 'choice.edit' })
  else return snapshot.hasTag('busy') || snapshot.matches('unread')
  return true
}
