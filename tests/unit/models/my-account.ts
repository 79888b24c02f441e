/** Terms without an obstacle to the deletion. */
export const deletionTerms = { ongoing: [], keptOrders: 0, keptUntil: '2036-11-21T02:00:00Z' }
