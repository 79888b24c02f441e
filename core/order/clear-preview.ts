import type { KeyValueStorage } from '../platform.ts'

/** Storage key of half-made orders (spec section 3). */
export const orderPreviewKey = 'orderPreview'

/** Storage key of the last receiver's name (spec section 3). */
export const recentRecipientKey = 'recentRecipientName'

/** Forgets what tells of a traveller who signs out: half-made orders, and whom the last one went to. */
export function clearOrderPreview(storage: KeyValueStorage): void {
  storage.remove(orderPreviewKey)
  storage.remove(recentRecipientKey)
}
