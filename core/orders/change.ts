import type { ChangeKind, ChangeRefusal, ChangeStage } from '../contract/change-state.ts'
import type { LifecycleColumns } from '../contract/order.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { type Illegal, step } from '../lib/step.ts'
import { isFreeToCancel } from '../policy/promises.ts'
import { type ChangeEvent, type ChangeFacts, changeMachine } from './change.machine.ts'

/** The columns of a change that its machine moves. */
export type ChangeColumns = { stage: ChangeStage; dueTime: number | null }

/** Moves a change by one event: its new columns, or a refusal when the event is not legal now. */
export function moveChange(
  { stage, dueTime }: ChangeColumns,
  facts: Omit<ChangeFacts, 'dueTime'>,
  event: ChangeEvent,
): Result<ChangeColumns, Illegal> {
  const moved = step(changeMachine, { value: stage, context: { ...facts, dueTime } }, event)
  if (!moved.ok) return moved
  return ok({ stage: moved.value.value, dueTime: moved.value.context.dueTime })
}

/** Stages in which a change waits for somebody. */
export const openStages = ['waitPayment', 'waitDecision', 'overdue'] as const satisfies ChangeStage[]

/** What the rule of changing reads of an order. Times in milliseconds since 1970. */
export type Changeable = {
  now: number
  pickupTime: number
  /** Of an order that was placed late: until when it is cancelled for free. */
  lateFreeUntil?: number | null
  /** From when the pickup counts as missed, also with its courier there. */
  missedFrom?: number | undefined
  isCourierThere: boolean
  /** Nobody takes the bags: where they go then is asked by the return. */
  isGoingBack?: boolean
}

/**
 * What a traveller may change of an order now: all of it while cancelling is free, its destination once the bags are on
 * their way, or why nothing.
 */
export function changeableBy(
  { closing, payment, pickup, transport, lock }: LifecycleColumns,
  { now, pickupTime, lateFreeUntil = null, missedFrom, isCourierThere, isGoingBack = false }: Changeable,
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
