import { createActor, fromCallback } from 'xstate'
import type { App } from '../app.ts'
import { type happenedAtHeader, operatorUploadPhoto } from '../contract/operation.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { uploadPhoto } from '../photos/create-photo-set.ts'
import { proofOf, requestOf, withPhotos } from './acts.ts'
import { type OutboxActor, outboxMachine } from './outbox.machine.ts'
import type { OutboxEvent, UploadedPhotos } from './outbox.ts'
import {
  type EnteredAct,
  type QueuedAct,
  readQueuedActs,
  saveActDraft,
  saveQueuedActs,
} from './queued-act.ts'

type OutboxApp = Pick<App, 'api' | 'auth' | 'clock' | 'options' | 'platform'>

/** Name of `happenedAtHeader`. */
const happenedAtName: (typeof happenedAtHeader)['name'] = 'Happened-At'

/**
 * The acts that wait on this device. Stores them at every change, and the entries of an undone act as the order's
 * draft. Created, not started.
 */
export function createOutbox(app: OutboxApp): OutboxActor {
  const { auth, clock, platform, options } = app
  /** Device keys of photos by act. The pictures stay until the act has arrived. */
  const heldKeys = new Map<string, readonly string[]>()
  const employeeId = () => auth.getSnapshot().context.account?.uin ?? null
  const outbox = createActor(
    outboxMachine.provide({
      actors: {
        watchDevice: fromCallback<OutboxEvent>(({ sendBack }) => {
          const followed = auth.subscribe(() => {
            if (outbox.getSnapshot().context.employeeId !== employeeId())
              sendBack({ type: 'employee.changed', employeeId: employeeId() })
          })
          const stops = [
            platform.onConnectivity((isOnline) => sendBack({ type: 'network.changed', isOnline })),
            platform.onReturn(() => sendBack({ type: 'network.changed', isOnline: platform.isOnline() })),
            platform.onHide?.(() => sendBack({ type: 'outbox.send' })),
            platform.storage.subscribe((key) => {
              if (key === storageKeys.outbox)
                sendBack({ type: 'acts.found', acts: readQueuedActs(platform.storage) })
            }),
          ]
          return () => {
            followed.unsubscribe()
            for (const stop of stops) stop?.()
          }
        }),
        sendAct: fromCall<OperatorOrder | null, { act: QueuedAct | null }>(({ input, signal }) => {
          const act = assertPresent(input.act, 'act')
          const held = act.photos.flatMap((set) => set.held)
          heldKeys.set(act.key, [...(heldKeys.get(act.key) ?? []), ...held])
          return sendAct(app, act, signal, (uploaded) =>
            outbox.send({ type: 'photos.uploaded', ...uploaded }),
          )
        }),
      },
    }),
    {
      input: {
        now: clock.now,
        acts: readQueuedActs(platform.storage),
        employeeId: employeeId(),
        isOnline: platform.isOnline(),
      },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
  let { acts } = outbox.getSnapshot().context
  outbox.subscribe(({ context }) => {
    if (context.acts === acts) return
    saveQueuedActs(platform.storage, acts, context.acts)
    acts = context.acts
  })
  outbox.on('act.returned', ({ act }) => {
    if (proofOf(act.act) !== 'none') saveActDraft(platform.storage, act, act)
  })
  outbox.on('act.sent', ({ act }) => {
    const uploadedKeys = heldKeys.get(act.key)
    heldKeys.delete(act.key)
    if (uploadedKeys) platform.heldImages?.remove(uploadedKeys).catch(() => undefined)
  })
  return outbox
}

/** False if the device's storage is full: then the acts last as long as the page. */
export const areActsStored = ({ platform }: Pick<App, 'platform'>): boolean =>
  platform.storage.isStored?.(storageKeys.outbox) ?? true

async function sendAct(
  app: OutboxApp,
  queued: QueuedAct,
  signal: CancelSignal,
  onUploaded: (uploaded: UploadedPhotos) => void,
): Promise<Result<OperatorOrder | null, ApiFailure>> {
  const { act, orderId, key, happenedAt, isTimeSent } = queued
  const uploaded = await uploadHeld(app, queued, signal, onUploaded)
  if (!uploaded.ok) return uploaded
  const { call, request } = requestOf(
    act,
    orderId,
    withPhotos(
      queued.proof,
      uploaded.value.map(({ urls }) => urls),
    ),
  )
  const headers: Record<string, string> = isTimeSent ? { [happenedAtName]: happenedAt } : {}
  const answer = (await app.api.call(call, { ...request, idempotencyKey: key } as never, {
    signal,
    headers,
    keepalive: true,
  })) as Result<OperatorOrder, ApiFailure>
  return answer.ok && act === 'note.write' ? ok(null) : answer
}

/** Uploads the photos held on the device, one after another. The act keeps each URL, so that no retry repeats it. */
async function uploadHeld(
  app: OutboxApp,
  { key, orderId, photos }: Pick<QueuedAct, 'key' | 'orderId' | 'photos'>,
  signal: CancelSignal,
  onUploaded: (uploaded: UploadedPhotos) => void,
): Promise<Result<EnteredAct['photos'], ApiFailure>> {
  const sets = photos.map((set) => ({ ...set }))
  const path = operatorUploadPhoto.path.replace('{orderId}', encodeURIComponent(orderId))
  for (const set of sets) {
    for (const heldKey of set.held) {
      const image = await app.platform.heldImages?.get(heldKey)
      if (!image) return fail({ kind: 'unexpected', cause: 'photoGone' })
      const file = await uploadPhoto(app, { call: operatorUploadPhoto, path }, image, signal, () => undefined)
      image.release?.()
      if (!file.ok) return file
      set.urls = [...set.urls, file.value.url]
      set.held = set.held.filter((other) => other !== heldKey)
      if (!signal.aborted) onUploaded({ key, photos: sets.map((other) => ({ ...other })) })
    }
  }
  return ok(sets)
}
