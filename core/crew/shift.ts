import type { SnapshotFrom } from 'xstate'
import type { Colleague, InHand, Shift } from '../contract/crew.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import type { shiftMachine } from './shift.machine.ts'

export type ShiftFacts = {
  shift: Shift | null
  freePlates: readonly string[]
  inHand: InHand
  /** Couriers on shift, who can take bags over. */
  colleagues: readonly Colleague[]
}

export type ShiftInput = {
  /** 128 random bits as hex. */
  newKey: () => string
}

export type ShiftContext = ShiftInput & {
  shift: Shift | null
  /** Plates of free cars; null until read. */
  freePlates: readonly string[] | null
  /** The chosen plate for a start, the typed one for an end. */
  plate: string
  inHand: InHand
  colleagues: readonly Colleague[]
  /** The colleague who takes the bags in hand; empty until chosen. */
  toEmployeeId: string
  /** Idempotency key of the current start or end, kept for its retries; empty without one. */
  key: string
  problem: ApiFailure | null
}

export type ShiftEvent =
  | ReadingUpdate<ShiftFacts>
  | { type: 'plate.change'; plate: string }
  | { type: 'colleague.choose'; employeeId: string }
  | { type: 'shift.start' }
  | { type: 'shift.break' }
  | { type: 'shift.end' }

export type PlateInput = { plate: string; key: string }
export type EndShiftInput = PlateInput & { toEmployeeId: string }
export type BreakInput = { isOnBreak: boolean }

const isSame = (one: Shift | null, other: Shift | null): boolean =>
  one?.shiftId === other?.shiftId && one?.breakTime === other?.breakTime

/** A changed shift answers the last request, so its problem and key are cleared. */
export const withFacts = (context: ShiftContext, facts: ShiftFacts): Partial<ShiftContext> => ({
  ...facts,
  // A colleague may have gone off shift.
  ...(!facts.colleagues.some(({ employeeId }) => employeeId === context.toEmployeeId) && {
    toEmployeeId: '',
  }),
  ...(!isSame(context.shift, facts.shift) && { key: '', problem: null }),
})

/** Whether the car's plate is typed, and bags in hand go to a colleague. */
export const canEndShift = ({ shift, plate, inHand, toEmployeeId }: ShiftContext): boolean =>
  shift !== null && plate.trim() !== '' && (inHand.orders === 0 || toEmployeeId !== '')

type Snapshot = SnapshotFrom<typeof shiftMachine>

export const selectShift = ({ context }: Snapshot): Shift | null => context.shift
export const selectFreePlates = ({ context }: Snapshot): readonly string[] | null => context.freePlates
export const selectInHand = ({ context }: Snapshot): InHand => context.inHand
export const selectColleagues = ({ context }: Snapshot): readonly Colleague[] => context.colleagues
export const selectTaker = ({ context }: Snapshot): string => context.toEmployeeId
export const selectPlate = ({ context }: Snapshot): string => context.plate
export const selectShiftProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectShiftReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading
export const selectIsShiftBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
