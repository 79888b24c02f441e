import * as v from 'valibot'
import { createOrder } from '../contract/order.ts'
import { cleanLine } from '../lib/clean.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'
import { storedSubmission } from '../lib/submission.ts'
import { Draft, DraftReceiver, typed } from './draft-shape.ts'
import { formParts } from './form-parts.ts'

/** What survives a reload of a half-made order. Another version, another owner or a broken text is dropped. */
const OrderPreview = v.object({
  version: v.literal(1),
  /** The traveller whose draft it is. */
  uin: typed,
  qrId: typed,
  draft: Draft,
  /** What was typed for the receiver that is not chosen: the traveller, or somebody else. */
  leftReceiver: v.optional(v.nullable(DraftReceiver), null),
  /** Addresses of photos that are uploaded. */
  photos: v.array(v.string()),
  /** Keys of photos that wait on the device for an account. */
  heldPhotos: v.optional(v.array(v.string()), []),
  /** Keys of photos that are held on the device while they are sent. */
  sendingPhotos: v.optional(v.array(v.string()), []),
  agreedTerms: v.nullable(v.string()),
  /** Parts of the form that were unfolded. */
  openParts: v.optional(v.array(v.picklist(formParts)), []),
  /** The key under which it is posted; empty in a draft that an earlier version stored. */
  draftKey: v.optional(v.string(), ''),
  /**
   * Posted, but the answer is unknown: it is sent again under the same key. One that today's contract refuses is left
   * out: the draft stays, and its key finds the order if there is one.
   */
  submission: v.fallback(storedSubmission(createOrder.body), null),
  /** Why the price at the confirmation is another one than before. */
  news: v.optional(v.nullable(v.picklist(['priceChanged', 'quoteExpired'])), null),
  /** Made, but not yet paid. */
  orderId: v.nullable(v.string()),
})
export type OrderPreview = v.InferOutput<typeof OrderPreview>

/** Half-made orders, one per QR id, the one that was written last first. An earlier version stored a single one. */
const StoredPreviews = v.union([
  v.pipe(
    v.object({ version: v.literal(2), previews: v.array(OrderPreview) }),
    v.transform(({ previews }) => previews),
  ),
  v.pipe(
    OrderPreview,
    v.transform((preview) => [preview]),
  ),
])

/** More places than a traveller leaves in a day. */
const maxDrafts = 5

/** What was read or written last in each storage: one key typed into the form reads it several times. */
const parsed = new WeakMap<KeyValueStorage, { text: string | null; previews: OrderPreview[] }>()

function readAll(storage: KeyValueStorage): OrderPreview[] {
  const text = storage.get(storageKeys.orderPreview)
  const known = parsed.get(storage)
  if (known?.text === text) return known.previews
  const previews = readStored(storage, storageKeys.orderPreview, StoredPreviews) ?? []
  parsed.set(storage, { text, previews })
  return previews
}

function writeAll(storage: KeyValueStorage, previews: OrderPreview[]): void {
  if (previews.length === 0) {
    storage.remove(storageKeys.orderPreview)
    return
  }
  const written = previews.slice(0, maxDrafts)
  const text = JSON.stringify({ version: 2, previews: written })
  storage.set(storageKeys.orderPreview, text)
  parsed.set(storage, { text, previews: written })
}

/** All half-made orders of a traveller on this device, the one that was written last first. */
export const readOrderPreviews = (storage: KeyValueStorage, uin: string): OrderPreview[] =>
  readAll(storage).filter((preview) => preview.uin === uin)

/** What a traveller left of the order of a QR id, or of the order that was last worked on; null when there is none. */
export const readOrderPreview = (storage: KeyValueStorage, uin: string, qrId?: string): OrderPreview | null =>
  readAll(storage).find((preview) => preview.uin === uin && (qrId === undefined || preview.qrId === qrId)) ??
  null

/** Photos that other tabs are sending for the same draft. */
const sentElsewhere = (
  storage: KeyValueStorage,
  { uin, qrId }: OrderPreview,
  ownPhotos: ReadonlySet<string>,
): string[] => {
  const stored = readOrderPreview(storage, uin, qrId)
  return stored?.orderId === null ? stored.sendingPhotos.filter((key) => !ownPhotos.has(key)) : []
}

/**
 * Keeps it beside those of other QR ids, which other tabs may be filling in. An account's drafts outlast a visitor's, not
 * another account's. A draft that was placed, here or in another tab, is stored only with its order. `ownPhotos` are all
 * that this tab has ever listed: what others are sending stays listed.
 */
export const writeOrderPreview = (
  storage: KeyValueStorage,
  preview: OrderPreview,
  ownPhotos: ReadonlySet<string> = new Set(),
): void => {
  if (preview.orderId !== null) notePlaced(storage, preview.draftKey)
  else if (isPlaced(storage, preview.draftKey)) return
  const others = sentElsewhere(storage, preview, ownPhotos)
  const sendingPhotos = [...new Set([...preview.sendingPhotos, ...others])]
  const isKept = ({ uin, qrId }: OrderPreview) =>
    uin === preview.uin ? qrId !== preview.qrId : uin === '' || preview.uin === ''
  writeAll(storage, [{ ...preview, sendingPhotos }, ...readAll(storage).filter(isKept)])
}

/** Deletes what visitors left, and returns the keys of its photos on the device. */
export function forgetVisitorPreviews(storage: KeyValueStorage): string[] {
  const previews = readAll(storage)
  const isVisitors = ({ uin }: OrderPreview) => uin === ''
  writeAll(
    storage,
    previews.filter((preview) => !isVisitors(preview)),
  )
  return previews.filter(isVisitors).flatMap(({ heldPhotos }) => heldPhotos)
}

/** Name of the last receiver who was not the traveller, for the form's suggestion; empty when there is none. */
export const readRecentRecipientName = (storage: KeyValueStorage): string =>
  storage.get(storageKeys.recentRecipient) ?? ''

const rememberRecipient = (storage: KeyValueStorage, { receiver }: OrderPreview['draft']): void => {
  if (receiver.who === 'other') storage.set(storageKeys.recentRecipient, cleanLine(receiver.name))
}

const PlacedDrafts = v.object({ version: v.literal(1), keys: v.array(v.string()) })

/** More drafts than are open in other tabs when one of them is placed. */
const maxPlacedKeys = 20

const placedKeys = (storage: KeyValueStorage): string[] =>
  readStored(storage, storageKeys.placedDrafts, PlacedDrafts)?.keys ?? []

/** Whether an order was placed on this device under the key of a draft. */
export const isPlaced = (storage: KeyValueStorage, draftKey: string): boolean =>
  placedKeys(storage).includes(draftKey)

/** Remembers that an order was placed under the key of a draft: a tab that missed it does not store its copy again. */
export function notePlaced(storage: KeyValueStorage, draftKey: string): void {
  const keys = placedKeys(storage)
  // A draft of an earlier version has no key.
  if (draftKey === '' || keys.includes(draftKey)) return
  const placed = { version: 1, keys: [draftKey, ...keys].slice(0, maxPlacedKeys) }
  storage.set(storageKeys.placedDrafts, JSON.stringify(placed))
}

/** Forgets an order that is placed, by its QR id; the receiver's name is remembered. */
export function forgetPlaced(
  storage: KeyValueStorage,
  { qrId, draft, draftKey }: Pick<OrderPreview, 'qrId' | 'draft' | 'draftKey'>,
): void {
  notePlaced(storage, draftKey)
  rememberRecipient(storage, draft)
  writeAll(
    storage,
    readAll(storage).filter((preview) => preview.qrId !== qrId),
  )
}

/** The same for an order that was paid elsewhere, by its id: the provider leads back to another page. */
export function forgetPaid(storage: KeyValueStorage, orderId: string): void {
  const paid = readAll(storage).find((preview) => preview.orderId === orderId)
  if (paid) forgetPlaced(storage, paid)
}
