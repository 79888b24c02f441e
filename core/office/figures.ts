import type { Figures, OrderFigures } from '../contract/figures.ts'

/** The ten figures of a company's day, in order. */
export const figureNames = [
  'orders',
  'pieces',
  'handedOver',
  'onTimeShare',
  'late',
  'missedPickups',
  'cancelled',
  'claims',
  'claimsPer1000',
  'couriers',
] as const
export type FigureName = (typeof figureNames)[number]

/** Share of the arrived orders that came on time, 0 to 1; null before any arrived. */
export const onTimeShareOf = ({ onTime, late }: OrderFigures): number | null =>
  onTime + late === 0 ? null : onTime / (onTime + late)

/** Claims per 1,000 orders; null without orders. */
export const claimsPer1000Of = ({ claims, orders }: OrderFigures): number | null =>
  orders === 0 ? null : (claims / orders) * 1_000

/** Null for figures that have no value yet. */
export const tenFigures = ({ total, couriers }: Figures): Record<FigureName, number | null> => ({
  ...total,
  onTimeShare: onTimeShareOf(total),
  claimsPer1000: claimsPer1000Of(total),
  couriers: couriers.length,
})
