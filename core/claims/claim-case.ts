import type { ClaimStage, ComplaintStage } from '../contract/claim-stage.ts'
import { applyEvent, type IllegalEvent } from '../lib/apply-event.ts'
import { ok, type Result } from '../lib/result.ts'
import { type ClaimCaseEvent, type ClaimFacts, claimCaseMachine } from './claim-case.machine.ts'

export type ClaimColumns = { stage: ClaimStage; complaint: ComplaintStage } & Omit<ClaimFacts, 'now'>

/** Applies one event. Returns the new columns, or a refusal if the event is illegal. */
export function moveClaim(
  { stage, complaint, ...columns }: ClaimColumns,
  now: number,
  event: ClaimCaseEvent,
): Result<ClaimColumns, IllegalEvent> {
  const place = { value: { claim: stage, complaint }, context: { now, ...columns } }
  const moved = applyEvent(claimCaseMachine, place, event)
  if (!moved.ok) return moved
  const { now: _, ...facts } = moved.value.context
  const regions = moved.value.value as { claim: ClaimStage; complaint: ComplaintStage }
  return ok({ stage: regions.claim, complaint: regions.complaint, ...facts })
}

export const canMoveClaim = (columns: ClaimColumns, now: number, event: ClaimCaseEvent): boolean =>
  moveClaim(columns, now, event).ok

/** Whether the stage's deadline has passed. */
export const isLateStage = (stage: ClaimStage): boolean => stage.endsWith('Late')

/** Stages without a pending task. */
export const settledStages: readonly ClaimStage[] = ['paid', 'declined', 'closed']
export const isSettledStage = (stage: ClaimStage): boolean => settledStages.includes(stage)
