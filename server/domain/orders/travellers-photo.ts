import type { OrderRow } from './orders.table.ts'

/**
 * Returns the traveller's photo of a bag by index. Empty for bags that only the courier counted. If there are fewer
 * photos than bags, the last photo is reused.
 */
export function travellersPhoto(
  { photos, bookedPieces }: Pick<OrderRow, 'photos' | 'bookedPieces'>,
  index: number,
): string[] {
  if (bookedPieces !== null && index >= bookedPieces) return []
  return photos.slice(Math.min(index, photos.length - 1)).slice(0, 1)
}
