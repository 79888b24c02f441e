import type { insurancePlans, regions } from '../regions/regions.table.ts'

export const demoRegions: (typeof regions.$inferInsert)[] = [
  { regionId: 'shanghai', name: { 'en-US': 'Shanghai', 'zh-CN': '上海' } },
  { regionId: 'hangzhou', name: { 'en-US': 'Hangzhou', 'zh-CN': '杭州' } },
  { regionId: 'hong-kong', name: { 'en-US': 'Hong Kong', 'zh-CN': '香港' } },
]

/** Minor units: the first 3,000 of a piece are covered free of charge. */
const tiers = [
  { coverPerPiece: 3_000_00, premiumPerPiece: 0 },
  { coverPerPiece: 10_000_00, premiumPerPiece: 15_00 },
  { coverPerPiece: 30_000_00, premiumPerPiece: 40_00 },
]

export const demoInsurancePlans: (typeof insurancePlans.$inferInsert)[] = [
  {
    planId: 'shanghai-luggage',
    regionId: 'shanghai',
    name: { 'en-US': 'Shanghai luggage cover', 'zh-CN': '上海行李保障计划' },
    currency: 'CNY',
    tiers,
  },
  {
    planId: 'hangzhou-luggage',
    regionId: 'hangzhou',
    name: { 'en-US': 'Hangzhou luggage cover', 'zh-CN': '杭州行李保障计划' },
    currency: 'CNY',
    tiers,
  },
  {
    planId: 'hong-kong-luggage',
    regionId: 'hong-kong',
    name: { 'en-US': 'Hong Kong luggage cover', 'zh-CN': '香港行李保障计划' },
    currency: 'HKD',
    tiers,
  },
]
