import type { KeyValueStorage } from '../platform.ts'

/** Storage key of a half-made order (spec section 3). */
export const orderPreviewKey = 'orderPreview'

export const clearOrderPreview = (storage: KeyValueStorage): void => storage.remove(orderPreviewKey)
