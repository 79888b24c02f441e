import type { App } from '../app.ts'
import { storageKeys } from '../lib/keys.ts'
import { emptyDraft } from './draft-shape.ts'
import { type OrderPreview, readOrderPreviews } from './preview.ts'

/** Whether anything was chosen or typed. Ignores prefilled values: room, suggested times, the traveller as receiver. */
const isStarted = ({
  uin,
  draft: { receiver, roomNumber, suggested, ...draft },
  leftReceiver,
  photos,
  heldPhotos,
}: OrderPreview): boolean => {
  const { receiver: _, roomNumber: __, suggested: ___, ...empty } = emptyDraft(receiver)
  const unchosen = Object.fromEntries(suggested.map((field) => [field, null]))
  const isReceiverTyped =
    receiver.who === 'other' ||
    [receiver, leftReceiver].some(
      (one) => one && (uin === '' || one.who === 'other') && one.name + one.phoneNumber,
    )
  return (
    isReceiverTyped ||
    photos.length + heldPhotos.length > 0 ||
    JSON.stringify({ ...draft, ...unchosen }) !== JSON.stringify(empty)
  )
}

/** QR id of the traveller's latest unplaced draft on this device; null if none. */
export function unplacedDraftQrId(app: App): string | null {
  const uin = app.auth.getSnapshot().context.account?.uin ?? ''
  const left = readOrderPreviews(app.platform.storage, uin).find(
    (preview) => preview.orderId === null && isStarted(preview),
  )
  return left?.qrId ?? null
}

/** Calls back when another tab changed the drafts. Returns an unsubscribe function. */
export const watchDrafts = (app: App, listener: () => void): (() => void) =>
  app.platform.storage.subscribe((key) => {
    if (key === storageKeys.orderPreview) listener()
  })
