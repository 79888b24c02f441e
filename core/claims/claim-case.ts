import type { ClaimStage, ComplaintStage } from '../contract/claim-stage.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Illegal, step } from '../lib/step.ts'
import { type ClaimCaseEvent, type ClaimFacts, claimCaseMachine } from './claim-case.machine.ts'

/** The columns of a claim that its machine moves. */
export type ClaimColumns = { stage: ClaimStage; complaint: ComplaintStage } & Omit<ClaimFacts, 'now'>

/** Moves a claim by one event: its new columns, or a refusal when the event is not legal now. */
export function moveClaim(
  { stage, complaint, ...columns }: ClaimColumns,
  now: number,
  event: ClaimCaseEvent,
): Result<ClaimColumns, Illegal> {
  const place = { value: { claim: stage, complaint }, context: { now, ...columns } }
  const moved = step(claimCaseMachine, place, event)
  if (!moved.ok) return moved
  const { now: _, ...facts } = moved.value.context
  const regions = moved.value.value as { claim: ClaimStage; complaint: ComplaintStage }
  return ok({ stage: regions.claim, complaint: regions.complaint, ...facts })
}

/** Whether an event would move the claim now. */
export const canMoveClaim = (columns: ClaimColumns, now: number, event: ClaimCaseEvent): boolean =>
  moveClaim(columns, now, event).ok

/** Stages in which a promised time has passed. */
export const isLateStage = (stage: ClaimStage): boolean => stage.endsWith('Late')

/** Stages in which nobody has anything to do. */
export const overStages: readonly ClaimStage[] = ['paid', 'declined', 'closed']
export const isOverStage = (stage: ClaimStage): boolean => overStages.includes(stage)
