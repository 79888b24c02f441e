/**
 * The only airport with a storage fee (spec section 1): a flat fee per piece on orders from or to it, in minor units.
 * FAQ and terms name it by `policy.storageFeeAirport`.
 */
export const storageFeeAirport = {
  siteId: 'hangzhou-xiaoshan-airport-t4',
  perPiece: 10_00,
  currency: 'CNY',
} as const

/** Storage fee of a site per piece, in minor units; 0 except at that airport. */
export const storageFeeAt = (siteId: string | null): number =>
  siteId === storageFeeAirport.siteId ? storageFeeAirport.perPiece : 0
