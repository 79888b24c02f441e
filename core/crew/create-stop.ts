import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { operatorSignPhoto, operatorUploadPhoto } from '../contract/operation.ts'
import { type OperatorOrder, operatorGetOrder } from '../contract/operator.ts'
import type { CrewApp } from '../crew-app.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import { errorCodes } from '../lib/error-codes.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { ApiFailureError, assertPresent } from '../lib/from-call.ts'
import { fail, ok } from '../lib/result.ts'
import { providePhotoSet } from '../photos/create-photo-set.ts'
import { releasePreviews } from '../photos/photo-list.ts'
import type { PhotoSetActor } from '../photos/photo-set.machine.ts'
import { provideReading, type ReadingActor, selectValue } from '../realtime/create-reading.ts'
import { onNotification } from '../realtime/hints.ts'
import { type ActName, type ActProof, proofOf } from './acts.ts'
import { readCrewOrder, saveCrewOrder } from './crew-orders.ts'
import { selectQueuedActs, undoMs } from './outbox.ts'
import { type QueuedAct, readActDraft, saveActDraft } from './queued-act.ts'
import { selectMember } from './session.ts'
import { type StopActor, stopMachine } from './stop.machine.ts'
import { type SendActInput, type StopEvent, selectActEntries } from './stop.ts'

type OpenOrders = ReadingActor<readonly OperatorOrder[]>

const notInList: ApiFailure = {
  kind: 'refused',
  code: errorCodes.expressNotFound,
  message: 'the order is not in the list',
  details: null,
}

/** Reads an order from an open list, which the server doesn't log. */
const readFromList = (list: OpenOrders, orderId: string) =>
  provideReading(
    (listener) => {
      const subscription = list.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    async () => {
      const snapshot = await waitFor(list, ({ tags }) => !tags.has('busy'))
      const found = selectValue(list)(snapshot)?.find((order) => order.orderId === orderId)
      return found ? ok(found) : fail(notInList)
    },
  )

/**
 * An order with its legal acts. Stores the order and the unsent entries on the device. The server logs each read, so no
 * timer repeats it; `list` answers reads instead of the server. Created, not started.
 */
export function createStop(app: CrewApp, orderId: string, list?: OpenOrders): StopActor {
  const { api, auth, clock, options, outbox, platform } = app
  const member = assertPresent(selectMember(auth.getSnapshot()), 'member')
  const { employeeId, role } = member
  const ownActs = () => selectQueuedActs(outbox.getSnapshot()).filter((act) => act.orderId === orderId)
  const stop = createActor(
    stopMachine.provide({
      actors: {
        reading: list
          ? readFromList(list, orderId)
          : provideReading(
              (listener) => onNotification(app, orderId, listener),
              async (signal) => {
                const order = await api.call(operatorGetOrder, { params: { orderId } }, { signal })
                if (order.ok) saveCrewOrder(platform.storage, employeeId, order.value)
                return order
              },
            ),
        photoSet: providePhotoSet(app, {
          isStored: true,
          target: {
            call: operatorUploadPhoto,
            path: operatorUploadPhoto.path.replace('{orderId}', encodeURIComponent(orderId)),
            sign: operatorSignPhoto,
          },
        }),
        watchOutbox: fromCallback<StopEvent>(({ sendBack }) => {
          const draft = readActDraft(platform.storage, { orderId, employeeId })
          if (draft) sendBack({ type: 'draft.found', draft })
          let acts = ownActs()
          const subscriptions = [
            outbox.subscribe(() => {
              const current = ownActs()
              if (current.length === acts.length && current.every((act) => acts.includes(act))) return
              acts = current
              sendBack({ type: 'outbox.changed', acts })
            }),
            outbox.on('act.sent', ({ act, order }) => {
              if (act.orderId === orderId && order) sendBack({ type: 'act.confirmed', order })
            }),
            outbox.on('act.returned', ({ act }) => {
              if (act.orderId === orderId && proofOf(act.act) !== 'none')
                sendBack({ type: 'draft.found', draft: act })
            }),
          ]
          return () => {
            for (const subscription of subscriptions) subscription.unsubscribe()
          }
        }),
        sendAct: fromPromise<OperatorOrder | null, SendActInput>(({ input, signal }) => {
          const order = assertPresent(input.order, 'order')
          const act = assertPresent(input.act, 'act')
          const now = clock.now()
          // The code of a hand-over is checked while the recipient waits.
          const isUndoable = role === 'courier' && proofOf(act) !== 'handOver'
          const queued: QueuedAct = {
            key: input.key,
            employeeId,
            employeeName: member.name,
            orderId,
            orderNumber: order.orderNumber,
            act,
            proof: withUncheckedMark(act, assertPresent(input.proof, 'proof'), platform.isOnline()),
            photos: [...input.photos],
            happenedAt: new Date(now).toISOString(),
            isTimeSent: true,
            leaveAt: isUndoable ? now + undoMs : now,
            isAttempted: false,
            refusal: null,
          }
          if (isUndoable) {
            outbox.send({ type: 'act.add', act: queued })
            return Promise.resolve(null)
          }
          return sendNow(app, queued, signal as CancelSignal)
        }),
      },
    }),
    {
      input: {
        newKey: app.newKey,
        now: clock.now,
        role,
        storedOrder: readCrewOrder(platform.storage, employeeId, orderId),
        queuedActs: ownActs(),
      },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
  let known: readonly PhotoSetActor[] = []
  let draftAct: ActName | null = null
  stop.subscribe({
    next: (snapshot) => {
      const { photoSets } = snapshot.context
      for (const photoSet of photoSets) if (!known.includes(photoSet)) releasePreviews(photoSet)
      known = photoSets
      const entries = selectActEntries(snapshot)
      const draft = entries && proofOf(entries.act) !== 'none' ? { ...entries, employeeId, orderId } : null
      const endedAct = draftAct
      draftAct = draft?.act ?? null
      if (draft) saveActDraft(platform.storage, draft, draft)
      else if (endedAct) {
        saveActDraft(platform.storage, { orderId, act: endedAct }, null)
        // Entries of another act that was undone while this one was open.
        const other = readActDraft(platform.storage, { orderId, employeeId })
        if (other) stop.send({ type: 'draft.found', draft: other })
      }
    },
  })
  return stop
}

/** Marks a hand-over without a network. The mark of an earlier attempt stays only until the next. */
const withUncheckedMark = (act: ActName, proof: ActProof, isOnline: boolean): ActProof =>
  proofOf(act) === 'handOver' ? { ...proof, handOver: { ...proof.handOver, isUnchecked: !isOnline } } : proof

/** Resolves with the answered order, or null if the act waits on the device or is a note. */
function sendNow(
  { outbox }: CrewApp,
  queued: QueuedAct,
  signal: CancelSignal,
): Promise<OperatorOrder | null> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      finish()
    }
    const subscriptions = [
      outbox.on('act.sent', ({ act, order }) => {
        if (act.key === queued.key) settle(() => resolve(order))
      }),
      outbox.on('act.refused', ({ act, failure }) => {
        if (act.key === queued.key) {
          settle(() => reject(new ApiFailureError(failure)))
          outbox.send({ type: 'act.discard', key: queued.key })
        } else if (act.orderId === queued.orderId) settle(() => resolve(null))
      }),
      outbox.on('acts.waiting', () => settle(() => resolve(null))),
    ]
    signal.addEventListener('abort', () => settle(() => undefined))
    outbox.send({ type: 'act.add', act: queued })
  })
}
