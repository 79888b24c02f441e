import type { SnapshotFrom } from 'xstate'
import type { OperatorOrder } from '../contract/operator.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import { photoUrls, summarizePhotos } from '../photos/photo-list.ts'
import type { PhotoSetActor, PhotosChanged } from '../photos/photo-set.machine.ts'
import { selectPhotos } from '../photos/photo-set.ts'
import { type ActName, type ActProof, emptyProof, isProofComplete, legalActs, withPhotos } from './acts.ts'
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
  /** Photos of the act's bags, see `photoSetsOf`. */
  photoSets: readonly PhotoSetActor[]
  /** Idempotency key of the act, kept for its retries. */
  key: string
  problem: ApiFailure | null
}

export type StopEvent =
  | ReadingUpdate<OperatorOrder>
  | PhotosChanged
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
  proof: order && emptyProof(act, order),
  problem: null,
})

export const withProof = (
  { proof }: StopContext,
  changes: Partial<ActProof>,
): Pick<StopContext, 'proof' | 'problem'> => ({ proof: proof && { ...proof, ...changes }, problem: null })

/** False without an order, as in `can` without data. */
export const isActLegal = (order: OperatorOrder | null | undefined, act: ActName | null): boolean =>
  order != null && act !== null && legalActs(order).includes(act)

const photosOf = ({ photoSets }: Pick<StopContext, 'photoSets'>) =>
  photoSets.map((set) => selectPhotos(set.getSnapshot()))

/** False while a photo is uploading or has failed. */
export const isActComplete = (context: StopContext): boolean =>
  context.act !== null &&
  context.proof !== null &&
  isProofComplete(context.act, context.proof) &&
  photosOf(context)
    .map(summarizePhotos)
    .every(({ busy, failed }) => busy === 0 && failed === 0)

export const toSendAct = (context: StopContext): SendActInput => ({
  act: context.act,
  proof: context.proof && withPhotos(context.proof, photosOf(context).map(photoUrls)),
  key: context.key,
})

type Snapshot = SnapshotFrom<typeof stopMachine>

export const selectStopOrder = ({ context }: Snapshot): OperatorOrder | null => context.order
export const selectAct = ({ context }: Snapshot): ActName | null => context.act
export const selectProof = ({ context }: Snapshot): ActProof | null => context.proof
/** The photo set of a bag's row; null for acts without photos. */
export const selectBagPhotos = ({ context }: Snapshot, index: number): PhotoSetActor | null =>
  context.photoSets[index] ?? null
export const selectActProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectIsSendingAct = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
/** Whether the chosen act is still legal. If not, someone else has moved the order, and it can only be dropped. */
export const selectIsActLegal = ({ context }: Snapshot): boolean => isActLegal(context.order, context.act)
export const selectStopReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading
