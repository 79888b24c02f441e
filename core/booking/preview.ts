import * as v from 'valibot'
import { GivenConsent } from '../contract/common.ts'
import { createOrder } from '../contract/order.ts'
import { cleanLine } from '../lib/clean.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'
import { storedSubmission } from '../lib/submission.ts'
import { Draft, DraftReceiver, typedText } from './draft-shape.ts'
import { formParts } from './form-parts.ts'

/** A stored draft. Another version, another owner or invalid JSON is ignored. */
const OrderPreview = v.object({
  version: v.literal(1),
  /** Owner of the draft; empty for a visitor. */
  uin: typedText,
  qrId: typedText,
  draft: Draft,
  /** Typed values of the receiver that isn't chosen. */
  leftReceiver: v.optional(v.nullable(DraftReceiver), null),
  photos: v.array(v.string()),
  /** Keys of photos held on the device until sign-in. */
  heldPhotos: v.optional(v.array(v.string()), []),
  /** Keys of photos held on the device during upload. */
  sendingPhotos: v.optional(v.array(v.string()), []),
  agreedTerms: v.nullable(v.string()),
  /** Consent to the privacy policy, given with the terms. */
  consent: v.optional(v.fallback(v.nullable(GivenConsent), null), null),
  openParts: v.optional(v.array(v.picklist(formParts)), []),
  /** Idempotency key of the post; empty in drafts of older releases. */
  draftKey: v.optional(v.string(), ''),
  /**
   * A post without an answer, to be repeated under the same key. If today's contract rejects it, it is dropped: the
   * draft stays, and its key finds any order that was created.
   */
  submission: v.fallback(storedSubmission(createOrder.body), null),
  /** Why the price changed since the last quote. */
  news: v.optional(v.nullable(v.picklist(['priceChanged', 'quoteExpired'])), null),
  /** Created, but not yet paid. */
  orderId: v.nullable(v.string()),
})
export type OrderPreview = v.InferOutput<typeof OrderPreview>

/** Drafts, latest first, one per QR id. Version 1 stored a single draft. */
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

/** Max stored drafts: more places than a traveller leaves in a day. */
const maxDrafts = 5

/** Cache of the parsed text per storage: one keystroke reads the drafts several times. */
const previewCache = new WeakMap<KeyValueStorage, { text: string | null; previews: OrderPreview[] }>()

function readAll(storage: KeyValueStorage): OrderPreview[] {
  const text = storage.get(storageKeys.orderPreview)
  const cacheEntry = previewCache.get(storage)
  if (cacheEntry?.text === text) return cacheEntry.previews
  const previews = readStored(storage, storageKeys.orderPreview, StoredPreviews) ?? []
  previewCache.set(storage, { text, previews })
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
  previewCache.set(storage, { text, previews: written })
}

/** A traveller's drafts on this device, latest first. */
export const readOrderPreviews = (storage: KeyValueStorage, uin: string): OrderPreview[] =>
  readAll(storage).filter((preview) => preview.uin === uin)

/** A traveller's draft of a QR id, or the latest one; null if none. */
export const readOrderPreview = (storage: KeyValueStorage, uin: string, qrId?: string): OrderPreview | null =>
  readAll(storage).find((preview) => preview.uin === uin && (qrId === undefined || preview.qrId === qrId)) ??
  null

/** Photos of the same draft that other tabs are uploading. */
const uploadingInOtherTabs = (
  storage: KeyValueStorage,
  { uin, qrId }: OrderPreview,
  ownPhotos: ReadonlySet<string>,
): string[] => {
  const stored = readOrderPreview(storage, uin, qrId)
  return stored?.orderId === null ? stored.sendingPhotos.filter((key) => !ownPhotos.has(key)) : []
}

/**
 * Stores a draft, keeping those of other QR ids. Drops drafts of other accounts, but keeps a visitor's beside an
 * account's.
 * A placed draft is stored only with its order. `ownPhotos`: keys that this tab has ever listed; other uploading photos
 * stay listed.
 */
export const writeOrderPreview = (
  storage: KeyValueStorage,
  preview: OrderPreview,
  ownPhotos: ReadonlySet<string> = new Set(),
): void => {
  if (preview.orderId !== null) markPlaced(storage, preview.draftKey)
  else if (isPlaced(storage, preview.draftKey)) return
  const otherTabPhotos = uploadingInOtherTabs(storage, preview, ownPhotos)
  const sendingPhotos = [...new Set([...preview.sendingPhotos, ...otherTabPhotos])]
  const shouldKeep = ({ uin, qrId }: OrderPreview) =>
    uin === preview.uin ? qrId !== preview.qrId : uin === '' || preview.uin === ''
  writeAll(storage, [{ ...preview, sendingPhotos }, ...readAll(storage).filter(shouldKeep)])
}

/** Deletes visitors' drafts. Returns the keys of their photos on the device. */
export function removeVisitorPreviews(storage: KeyValueStorage): string[] {
  const previews = readAll(storage)
  const isVisitors = ({ uin }: OrderPreview) => uin === ''
  writeAll(
    storage,
    previews.filter((preview) => !isVisitors(preview)),
  )
  return previews.filter(isVisitors).flatMap(({ heldPhotos }) => heldPhotos)
}

/** Last receiver other than the traveller, for the form's suggestion; empty if none. */
export const readRecentRecipientName = (storage: KeyValueStorage): string =>
  storage.get(storageKeys.recentRecipient) ?? ''

const saveRecentRecipient = (storage: KeyValueStorage, { receiver }: OrderPreview['draft']): void => {
  if (receiver.who === 'other') storage.set(storageKeys.recentRecipient, cleanLine(receiver.name))
}

const PlacedDrafts = v.object({ version: v.literal(1), keys: v.array(v.string()) })

/** Max stored keys: more drafts than can be open in other tabs. */
const maxPlacedKeys = 20

const placedKeys = (storage: KeyValueStorage): string[] =>
  readStored(storage, storageKeys.placedDrafts, PlacedDrafts)?.keys ?? []

export const isPlaced = (storage: KeyValueStorage, draftKey: string): boolean =>
  placedKeys(storage).includes(draftKey)

/** Marks a draft key as placed, so that another tab doesn't store its copy again. */
export function markPlaced(storage: KeyValueStorage, draftKey: string): void {
  const keys = placedKeys(storage)
  // Drafts of older releases lack a key.
  if (draftKey === '' || keys.includes(draftKey)) return
  const placed = { version: 1, keys: [draftKey, ...keys].slice(0, maxPlacedKeys) }
  storage.set(storageKeys.placedDrafts, JSON.stringify(placed))
}

/** Deletes the draft of a placed order and stores the receiver's name. */
export function removePlacedDraft(
  storage: KeyValueStorage,
  { qrId, draft, draftKey }: Pick<OrderPreview, 'qrId' | 'draft' | 'draftKey'>,
): void {
  markPlaced(storage, draftKey)
  saveRecentRecipient(storage, draft)
  writeAll(
    storage,
    readAll(storage).filter((preview) => preview.qrId !== qrId),
  )
}

/** The same by order id, for an order paid on the provider's page. */
export function removePaidDraft(storage: KeyValueStorage, orderId: string): void {
  const paid = readAll(storage).find((preview) => preview.orderId === orderId)
  if (paid) removePlacedDraft(storage, paid)
}
