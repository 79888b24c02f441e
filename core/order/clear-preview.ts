import type { KeyValueStorage } from '../platform.ts'

/** Storage key of half-made orders (spec section 3). */
export const orderPreviewKey = 'orderPreview'

/** Storage key of the last receiver's name (spec section 3). */
export const recentRecipientKey = 'recentRecipientName'

/** Forgets half-made orders. Each is its traveller's own. */
export const clearOrderPreview = (storage: KeyValueStorage): void => storage.remove(orderPreviewKey)

/** Forgets whom the last order went to: a name without an owner is nothing for the next account. */
export const clearRecentRecipient = (storage: KeyValueStorage): void => storage.remove(recentRecipientKey)
