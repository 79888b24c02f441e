import type { ChangeKind, ChangeRefusal, ChangeStage } from '../contract/change-state.ts'
import type { LifecycleColumns } from '../contract/order.ts'
import { applyEvent, type IllegalEvent } from '../lib/apply-event.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { isFreeToCancel } from '../policy/promises.ts'
import { type ChangeEvent, type ChangeFacts, changeMachine } from './change.machine.ts'

export type ChangeColumns = { stage: ChangeStage; dueTime: number | null }

/** Applies one event. Returns the new columns, or a refusal if the event is illegal in this stage. */
export function moveChange(
  { stage, dueTime }: ChangeColumns,
  facts: Omit<ChangeFacts, 'dueTime'>,
  event: ChangeEvent,
): Result<ChangeColumns, IllegalEvent> {
  const moved = applyEvent(changeMachine, { value: stage, context: { ...facts, dueTime } }, event)
  if (!moved.ok) return moved
  return ok({ stage: moved.value.value, dueTime: moved.value.context.dueTime })
}

/** Stages of an unsettled change: payment or an operator's reply is pending. */
export const openStages = ['waitPayment', 'waitDecision', 'overdue'] as const satisfies ChangeStage[]

/** Facts that decide what may be changed. Times in ms since 1970. */
export type ChangeRuleInput = {
  now: number
  pickupTime: number
  /** End of free cancellation for an order placed late. */
  lateFreeUntil?: number | null
  /** When the pickup counts as missed, also if the courier is there. */
  missedFrom?: number | undefined
  isCourierThere: boolean
  /** Set when bags are being returned. Their new place is chosen through the return instead. */
  isGoingBack?: boolean
}

/**
 * The part of an order that its traveller may change now, or the reason for the refusal.
 * All of it while cancelling is free, only the destination once the bags are on their way.
 */
export function changeableKind(
  { closing, payment, pickup, transport, lock }: LifecycleColumns,
  { now, pickupTime, lateFreeUntil = null, missedFrom, isCourierThere, isGoingBack = false }: ChangeRuleInput,
): Result<ChangeKind, ChangeRefusal | 'locked'> {
  if (closing !== 'open' || payment === 'refunding' || payment === 'refunded') return fail('over')
  if (lock === 'locked') return fail('locked')
  if (isGoingBack) return fail('goingBack')
  if (pickup === 'pickuped') return transport === 'completed' ? fail('arrived') : ok('destination')
  if (payment === 'supplementary') return fail('surchargeDue')
  if (payment !== 'paid') return fail('unpaid')
  if (isFreeToCancel(pickupTime, now, lateFreeUntil, missedFrom)) return ok('order')
  return fail(isCourierThere ? 'courierThere' : 'tooLate')
}
