import { coveredPieces } from '@handsfree/core/policy'
import type { OrderRow } from './orders.table.ts'

/** Returns the paid piece count: fewer than counted while a surcharge is due. */
export const agreedPieces = (order: OrderRow): number =>
  order.payment === 'supplementary'
    ? coveredPieces(order.priceRule, order.insurancePlan, order, order.amountPaid)
    : order.pieces

/** Returns whether a surcharge waits for the traveller to agree to the count. */
export const awaitsConsent = ({ payment, countConsent }: OrderRow) =>
  payment === 'supplementary' && (countConsent === 'asked' || countConsent === 'notRight')
