import type { serviceAreas } from '../sites/sites.table.ts'
import { demoSites } from './sites.ts'

/** Hangzhou and Shanghai are 180 km apart: four hours from door to door. Nothing crosses the border to Hong Kong. */
const neighbours: Record<string, { regionId: string; surchargePerPiece: number }[]> = {
  hangzhou: [{ regionId: 'shanghai', surchargePerPiece: 0 }],
  shanghai: [{ regionId: 'hangzhou', surchargePerPiece: 20_00 }],
}

const betweenCities = { travelMinutes: 240, addressKm: 230 }

/** Every site serves its own region within the policy's time and distance; the two cities also each other. */
export const demoServiceAreas: (typeof serviceAreas.$inferInsert)[] = demoSites.flatMap(
  ({ siteId, regionId }) => [
    { siteId, regionId },
    ...(neighbours[regionId] ?? []).map((area) => ({ siteId, ...area, ...betweenCities })),
  ],
)
