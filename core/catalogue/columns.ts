import type { CatalogueKind } from '../contract/index.ts'

/**
 * How a cell is parsed. `whole`: digits only. `number`: with decimals. `list`: `a|b`. `days`: `Sun|2027-02-06`.
 * `tiers`: `COVER:PREMIUM|COVER:PREMIUM`. An empty cell omits its field.
 */
export type CellType = 'text' | 'whole' | 'number' | 'time' | 'boolean' | 'list' | 'days' | 'tiers'

export type Columns = readonly (readonly [path: string, type: CellType])[]

const both = (field: string) =>
  [
    [`${field}.en-US`, 'text'],
    [`${field}.zh-CN`, 'text'],
  ] as const

const closed = ['closed', 'boolean'] as const

/** File name without extension, and columns, per kind. */
export const tables: Record<CatalogueKind, { file: string; columns: Columns }> = {
  regions: { file: 'regions', columns: [['regionId', 'text'], ...both('name'), closed] },
  insurancePlans: {
    file: 'insurance-plans',
    columns: [
      ['planId', 'text'],
      ['regionId', 'text'],
      ...both('name'),
      ['currency', 'text'],
      ['tiers', 'tiers'],
      closed,
    ],
  },
  priceRules: {
    file: 'price-rules',
    columns: [
      ['priceRuleId', 'text'],
      ['currency', 'text'],
      ['pricePerPiece', 'whole'],
      ['freePieces', 'whole'],
      ['nthPieceDiscount.nth', 'whole'],
      ['nthPieceDiscount.percentOff', 'whole'],
      ['sponsoredPieces', 'whole'],
      ['packagePrice.pieces', 'whole'],
      ['packagePrice.amount', 'whole'],
      ['storagePerDay.freeHours', 'whole'],
      ['storagePerDay.amount', 'whole'],
      ['lateRefund.minutes', 'whole'],
      ['lateRefund.percent', 'whole'],
      ['lateRefund.moreMinutes', 'whole'],
      ['lateRefund.morePercent', 'whole'],
      ['returnFee', 'whole'],
      closed,
    ],
  },
  sites: {
    file: 'sites',
    columns: [
      ['siteId', 'text'],
      ['regionId', 'text'],
      ['priceRuleId', 'text'],
      ['type', 'text'],
      ...both('name'),
      ['aliases', 'list'],
      ...both('address'),
      ...both('detail'),
      ['latitude', 'number'],
      ['longitude', 'number'],
      ['phone', 'text'],
      ['timeZone', 'text'],
      ['hours.opens', 'time'],
      ['hours.closes', 'time'],
      ['hours.closedDays', 'days'],
      ['photos', 'list'],
      ['storage', 'boolean'],
      ['access', 'text'],
      closed,
    ],
  },
  serviceAreas: {
    file: 'service-areas',
    columns: [
      ['siteId', 'text'],
      ['regionId', 'text'],
      ['travelMinutes', 'whole'],
      ['surchargePerPiece', 'whole'],
      ['addressKm', 'whole'],
      closed,
    ],
  },
  qrCodes: {
    file: 'qr-codes',
    columns: [['qrId', 'text'], ['siteId', 'text'], ['roomNumber', 'text'], closed],
  },
  employees: {
    file: 'employees',
    columns: [
      ['employeeId', 'text'],
      ['role', 'text'],
      ['name', 'text'],
      ['phone', 'text'],
      ['siteId', 'text'],
      ['regionId', 'text'],
      closed,
    ],
  },
  vehicles: {
    file: 'vehicles',
    columns: [['vehicleId', 'text'], ['plate', 'text'], ['model', 'text'], ['courierId', 'text'], closed],
  },
  announcements: {
    file: 'announcements',
    columns: [
      ['announcementId', 'text'],
      ['regionId', 'text'],
      ['siteId', 'text'],
      ...both('title'),
      ...both('content'),
      ['from', 'text'],
      ['until', 'text'],
      closed,
    ],
  },
  configuration: { file: 'configuration', columns: [['key', 'text'], ['value', 'text'], closed] },
}
