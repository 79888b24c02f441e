import type { OrderRow } from './orders.table.ts'

/** Whether an order is paid and not given up: there is something to collect. */
export const canCollect = ({ payment, closing, review }: OrderRow) =>
  (payment === 'paid' || payment === 'supplementary') && closing !== 'cancelled' && review !== 'fail'
