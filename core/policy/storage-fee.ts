/**
 * The one airport where bags cost extra (spec section 1): a flat fee per piece on orders from or to it, minor units.
 * FAQ and terms name it by `policy.storageFeeAirport`.
 */
export const storageFeeAirport = {
  siteId: 'hangzhou-xiaoshan-airport-t4',
  perPiece: 10_00,
  currency: 'CNY',
} as const

/** The storage fee of a site for each piece, minor units; 0 everywhere but at the one airport. */
export const storageFeeAt = (siteId: string | null): number =>
  siteId === storageFeeAirport.siteId ? storageFeeAirport.perPiece : 0
