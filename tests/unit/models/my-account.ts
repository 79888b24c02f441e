/** Nothing stands in the way of deleting an account. */
export const deletionTerms = { ongoing: [], keptOrders: 0, keptUntil: '2036-11-21T02:00:00Z' }
