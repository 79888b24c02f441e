import type { KeyValueStorage } from '../platform.ts'

/** Storage key of the orders that can be shown without a network. */
export const keptOrdersKey = 'keptOrders'

/** Forgets every kept order: nobody but the traveller who signed in may see it. */
export const clearKeptOrders = (storage: KeyValueStorage): void => storage.remove(keptOrdersKey)
