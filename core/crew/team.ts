import type { SnapshotFrom } from 'xstate'
import type { CourierShift } from '../contract/crew.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import type { teamMachine } from './team.machine.ts'

export type TeamContext = {
  /** Null until read. */
  shifts: readonly CourierShift[] | null
  /** The courier whose shift ends; empty without one. */
  leavingId: string
  /** The colleague who takes the bags in hand; empty until chosen. */
  toEmployeeId: string
  problem: ApiFailure | null
}

export type TeamEvent =
  | ReadingUpdate<readonly CourierShift[]>
  | { type: 'courier.choose'; employeeId: string }
  | { type: 'taker.choose'; employeeId: string }
  | { type: 'shift.end' }
  | { type: 'courier.drop' }

export type EndCourierShiftInput = { leavingId: string; toEmployeeId: string }

export const shiftOf = ({ shifts }: Pick<TeamContext, 'shifts'>, employeeId: string): CourierShift | null =>
  shifts?.find((shift) => shift.employeeId === employeeId) ?? null

/** A taker who went off shift is no longer chosen. */
export const withShifts = (
  { toEmployeeId }: TeamContext,
  shifts: readonly CourierShift[],
): Partial<TeamContext> => ({
  shifts,
  ...(shiftOf({ shifts }, toEmployeeId) === null && { toEmployeeId: '' }),
})

/** Whether bags in hand, if any, go to a named courier. */
export function canEnd(context: TeamContext): boolean {
  const leaving = shiftOf(context, context.leavingId)
  return leaving !== null && (leaving.inHand.orders === 0 || context.toEmployeeId !== '')
}

type Snapshot = SnapshotFrom<typeof teamMachine>

export const selectShifts = ({ context }: Snapshot): readonly CourierShift[] | null => context.shifts
export const selectLeaving = ({ context }: Snapshot): CourierShift | null =>
  shiftOf(context, context.leavingId)
export const selectTeamTaker = ({ context }: Snapshot): string => context.toEmployeeId
export const selectTeamProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectIsEndingShift = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
export const selectTeamReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading
