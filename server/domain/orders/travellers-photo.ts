import type { OrderRow } from './orders.table.ts'

/**
 * The traveller's photo of a bag, by its index: none of a bag that only the courier counted. With fewer photos than
 * bags, the last one shows the rest.
 */
export function travellersPhoto(
  { photos, bookedPieces }: Pick<OrderRow, 'photos' | 'bookedPieces'>,
  index: number,
): string[] {
  if (bookedPieces !== null && index >= bookedPieces) return []
  return photos.slice(Math.min(index, photos.length - 1)).slice(0, 1)
}
