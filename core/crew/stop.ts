import type { SnapshotFrom } from 'xstate'
import type { OperatorOrder } from '../contract/operator.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import { type ActName, type ActProof, emptyProof, isProofComplete, legalActs } from './acts.ts'
import type { stopMachine } from './stop.machine.ts'

export type StopInput = {
  /** 128 random bits as hex. */
  newKey: () => string
}

export type StopContext = StopInput & {
  /** Null until read. */
  order: OperatorOrder | null
  act: ActName | null
  proof: ActProof | null
  /** Idempotency key of the act, kept for its retries. */
  key: string
  problem: ApiFailure | null
}

export type StopEvent =
  | ReadingUpdate<OperatorOrder>
  | { type: 'act.choose'; act: ActName }
  | { type: 'proof.change'; proof: Partial<ActProof> }
  | { type: 'act.send' }
  | { type: 'act.drop' }

export type SendActInput = { act: ActName | null; proof: ActProof | null; key: string }

/**
 * The answer to an act lacks what only the logged reading has: persons, hours and, until pickup, the room password.
 */
export const mergeOrder = ({ order }: StopContext, answered: OperatorOrder): Pick<StopContext, 'order'> => ({
  order: order
    ? {
        ...answered,
        traveller: order.traveller,
        openingHours: order.openingHours,
        receiver: order.receiver,
        roomPassword: answered.lifecycle.pickup === 'pickuped' ? null : order.roomPassword,
      }
    : answered,
})

export const withAct = (
  { order }: StopContext,
  act: ActName,
): Pick<StopContext, 'act' | 'proof' | 'problem'> => ({
  act,
  proof: order && emptyProof(order),
  problem: null,
})

export const withProof = (
  { proof }: StopContext,
  changes: Partial<ActProof>,
): Pick<StopContext, 'proof' | 'problem'> => ({ proof: proof && { ...proof, ...changes }, problem: null })

/** False without an order, as in `can` without data. */
export const isActLegal = (order: OperatorOrder | null | undefined, act: ActName | null): boolean =>
  order != null && act !== null && legalActs(order).includes(act)

export const isActComplete = ({ act, proof }: StopContext): boolean =>
  act !== null && proof !== null && isProofComplete(act, proof)

type Snapshot = SnapshotFrom<typeof stopMachine>

export const selectStopOrder = ({ context }: Snapshot): OperatorOrder | null => context.order
export const selectAct = ({ context }: Snapshot): ActName | null => context.act
export const selectProof = ({ context }: Snapshot): ActProof | null => context.proof
export const selectActProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectIsSendingAct = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
/** Whether the chosen act is still legal. If not, someone else has moved the order, and it can only be dropped. */
export const selectIsActLegal = ({ context }: Snapshot): boolean => isActLegal(context.order, context.act)
export const selectStopReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading
