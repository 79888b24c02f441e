import type { CatalogueKind } from '../contract/index.ts'

/**
 * How a cell is parsed. `whole`: digits only. `number`: with decimals. `list`: `a|b`. `days`: `Sun|2027-02-06`.
 * `tiers`: `COVER:PREMIUM|COVER:PREMIUM`. An empty cell omits its field.
 */
export type CellType = 'text' | 'whole' | 'number' | 'time' | 'boolean' | 'list' | 'days' | 'tiers'

export type Columns = readonly (readonly [path: string, type: CellType])[]

const localized = (field: string) =>
  [
    [`${field}.en-US`, 'text'],
    [`${field}.zh-CN`, 'text'],
  ] as const

const closedColumn = ['closed', 'boolean'] as const

/** File name without extension, and columns, per kind. */
export const tables: Record<CatalogueKind, { file: string; columns: Columns }> = {
  regions: { file: 'regions', columns: [['regionId', 'text'], ...localized('name'), closedColumn] },
  insurancePlans: {
    file: 'insurance-plans',
    columns: [
      ['planId', 'text'],
      ['regionId', 'text'],
      ...localized('name'),
      ['currency', 'text'],
      ['tiers', 'tiers'],
      closedColumn,
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
      closedColumn,
    ],
  },
  sites: {
    file: 'sites',
    columns: [
      ['siteId', 'text'],
      ['regionId', 'text'],
      ['priceRuleId', 'text'],
      ['type', 'text'],
      ...localized('name'),
      ['aliases', 'list'],
      ...localized('address'),
      ...localized('detail'),
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
      closedColumn,
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
      closedColumn,
    ],
  },
  qrCodes: {
    file: 'qr-codes',
    columns: [['qrId', 'text'], ['siteId', 'text'], ['roomNumber', 'text'], closedColumn],
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
      closedColumn,
    ],
  },
  vehicles: {
    file: 'vehicles',
    columns: [
      ['vehicleId', 'text'],
      ['plate', 'text'],
      ['model', 'text'],
      ['courierId', 'text'],
      closedColumn,
    ],
  },
  announcements: {
    file: 'announcements',
    columns: [
      ['announcementId', 'text'],
      ['regionId', 'text'],
      ['siteId', 'text'],
      ...localized('title'),
      ...localized('content'),
      ['from', 'text'],
      ['until', 'text'],
      closedColumn,
    ],
  },
  brands: {
    file: 'brands',
    columns: [
      ['brandId', 'text'],
      ...localized('name'),
      ['color.light', 'text'],
      ['color.dark', 'text'],
      ['logo.light', 'text'],
      ['logo.dark', 'text'],
      ['icon', 'text'],
      ['from', 'text'],
      closedColumn,
    ],
  },
  configuration: { file: 'configuration', columns: [['key', 'text'], ['value', 'text'], closedColumn] },
}
