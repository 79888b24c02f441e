import { coveredPieces } from '@handsfree/core/policy'
import type { OrderRow } from './orders.table.ts'

/** Pieces that are paid for: fewer than were counted while a surcharge is due, else the order's own count. */
export const agreedPieces = (order: OrderRow): number =>
  order.payment === 'supplementary'
    ? coveredPieces(order.priceRule, order.insurancePlan, order, order.amountPaid)
    : order.pieces

/** Whether the traveller has still to agree to the count that a surcharge is for. */
export const awaitsConsent = ({ payment, countConsent }: OrderRow) =>
  payment === 'supplementary' && (countConsent === 'asked' || countConsent === 'notRight')
