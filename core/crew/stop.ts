import type { SnapshotFrom } from 'xstate'
import type { EmployeeRole } from '../contract/call.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import { storedPhotos } from '../photos/photo-list.ts'
import type { PhotoSetActor, PhotosChanged } from '../photos/photo-set.machine.ts'
import { selectPhotos } from '../photos/photo-set.ts'
import { type ActName, type ActProof, emptyProof, isLegal, isProofComplete, photoSetsOf } from './acts.ts'
import { predictOrder } from './predict-order.ts'
import type { EnteredAct, QueuedAct } from './queued-act.ts'
import type { stopMachine } from './stop.machine.ts'

export type StopInput = {
  /** 128 random bits as hex. */
  newKey: () => string
  /** Ms since 1970. */
  now: () => number
  role: EmployeeRole
  /** The order as stored on the device; null without it. */
  storedOrder: OperatorOrder | null
  /** The order's acts that wait on the device. */
  queuedActs: readonly QueuedAct[]
}

export type StopContext = Omit<StopInput, 'storedOrder'> & {
  /** The server's order; null until read. */
  confirmedOrder: OperatorOrder | null
  /** The order after its queued acts. */
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
  | { type: 'outbox.changed'; acts: readonly QueuedAct[] }
  | { type: 'act.confirmed'; order: OperatorOrder }
  /** Entries of an earlier visit, or of an act that was undone or refused. */
  | { type: 'draft.found'; draft: EnteredAct }

export type SendActInput = Pick<StopContext, 'key' | 'order'> & {
  act: ActName | null
  proof: ActProof | null
  photos: EnteredAct['photos']
}

type ShownOrder = Pick<StopContext, 'confirmedOrder' | 'order'>

const showOrder = (
  { role, now, queuedActs }: Pick<StopContext, 'role' | 'now' | 'queuedActs'>,
  confirmedOrder: OperatorOrder | null,
): ShownOrder => ({
  confirmedOrder,
  order:
    confirmedOrder &&
    predictOrder(
      confirmedOrder,
      queuedActs.filter(({ refusal }) => refusal === null),
      { role, now: now() },
    ),
})

export const withOrder = (context: StopContext, order: OperatorOrder | null): ShownOrder =>
  showOrder(context, order)

export const withQueuedActs = (
  context: StopContext,
  queuedActs: readonly QueuedAct[],
): ShownOrder & Pick<StopContext, 'queuedActs'> => ({
  queuedActs,
  ...showOrder({ ...context, queuedActs }, context.confirmedOrder),
})

/**
 * The answer to an act lacks what only the logged reading has: persons, hours and, until pickup, the room password.
 * Nothing changes before that reading.
 */
export const mergeOrder = (context: StopContext, answered: OperatorOrder): ShownOrder => {
  const order = context.confirmedOrder
  if (!order) return context
  return withOrder(context, {
    ...answered,
    traveller: order.traveller,
    openingHours: order.openingHours,
    receiver: order.receiver,
    roomPassword: answered.lifecycle.pickup === 'pickuped' ? null : order.roomPassword,
  })
}

export const withAct = (
  { order }: StopContext,
  act: ActName,
): Pick<StopContext, 'act' | 'proof' | 'problem'> => ({
  act,
  proof: order && emptyProof(act, order),
  problem: null,
})

/** The stored photos of each set of the chosen act. */
export const photosOfSets = (
  { act, proof }: Pick<StopContext, 'act' | 'proof'>,
  stored: EnteredAct['photos'],
): EnteredAct['photos'] =>
  Array.from(
    { length: act && proof ? photoSetsOf(act, proof) : 0 },
    (_, index) => stored[index] ?? { urls: [], held: [] },
  )

export const withProof = (
  { proof }: StopContext,
  changes: Partial<ActProof>,
): Pick<StopContext, 'proof' | 'problem'> => ({ proof: proof && { ...proof, ...changes }, problem: null })

/** False without an order, as in `can` without data. */
export const isActLegal = (order: OperatorOrder | null | undefined, act: ActName | null): boolean =>
  order != null && act !== null && isLegal(order, act)

const photosOf = ({ photoSets }: Pick<StopContext, 'photoSets'>) =>
  photoSets.map((set) => selectPhotos(set.getSnapshot()))

/** False while a photo is neither uploaded nor stored on the device. */
export const isActComplete = (context: StopContext): boolean =>
  context.act !== null &&
  context.proof !== null &&
  isProofComplete(context.act, context.proof) &&
  photosOf(context).every((photos) => {
    const { urls, held } = storedPhotos(photos)
    return urls.length + held.length === photos.length
  })

export const toSendAct = ({ act, proof, key, order, ...context }: StopContext): SendActInput => ({
  act,
  proof,
  key,
  order,
  photos: photosOf(context).map(storedPhotos),
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
export const selectStopReading = ({ children }: Snapshot): ReadingRef | undefined =>
  children.reading as ReadingRef | undefined
/** The order's acts that wait on the device, oldest first. */
export const selectActsOfStop = ({ context }: Snapshot): readonly QueuedAct[] => context.queuedActs
/** The unsent entries, to be stored; null without any. */
export const selectActEntries = ({
  context,
}: Snapshot): Pick<EnteredAct, 'act' | 'proof' | 'photos'> | null => {
  const { act, proof } = context
  return act && proof && { act, proof, photos: photosOf(context).map(storedPhotos) }
}
