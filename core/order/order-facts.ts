import type { Money } from '../api/contract/common.ts'
import type { Order } from '../api/contract/order.ts'

/** The claim code while it still opens something: from payment until the bags are handed over; null otherwise. */
export const usableClaimCode = ({ claimCode, regions }: Order): string | null =>
  regions.closing === 'open' && regions.warehouse !== 'handed' ? claimCode : null

/** What the traveller has to pay now; null when nothing is due. */
export const amountDue = ({ actions, total, amountPaid }: Order): Money | null =>
  actions.includes('order.pay')
    ? { amount: total.amount - amountPaid.amount, currency: total.currency }
    : null

/** Where the traveller pays what is due; null when nothing is. */
export const checkoutPath = ({ actions, paymentId }: Order): string | null =>
  actions.includes('order.pay') && paymentId !== null ? `/payment/checkout/${paymentId}` : null
