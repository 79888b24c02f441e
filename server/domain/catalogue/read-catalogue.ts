import { type Catalogue, locationTypes, siteTypes } from '@handsfree/core/contract'
import { asc } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { insurancePlans, regions } from '../regions/regions.table.ts'
import { priceRules, qrCodes, serviceAreas, sites } from '../sites/sites.table.ts'
import { employees } from '../users/employees.table.ts'
import { announcements, brands, configuration, vehicles } from './catalogue.table.ts'

const closedOf = ({ closedTime }: { closedTime: Date | null }) => ({ closed: closedTime !== null })

/** All versions, also closed ones. */
export const readBrands = async (tx: Database): Promise<Catalogue['brands']> =>
  (await tx.select().from(brands).orderBy(asc(brands.brandId))).map(({ fromTime, closedTime, ...row }) => ({
    ...row,
    from: fromTime?.toISOString() ?? null,
    ...closedOf({ closedTime }),
  }))

const typeOf = (number: number): Catalogue['sites'][number]['type'] =>
  siteTypes.find((type) => locationTypes[type] === number) ?? 'unknown'

/** Includes closed entries; each kind is sorted by id. */
export async function readCatalogue(tx: Database): Promise<Catalogue> {
  return {
    regions: (await tx.select().from(regions).orderBy(asc(regions.regionId))).map((row) => ({
      regionId: row.regionId,
      name: row.name,
      ...closedOf(row),
    })),
    insurancePlans: (await tx.select().from(insurancePlans).orderBy(asc(insurancePlans.planId))).map(
      ({ closedTime, ...row }) => ({ ...row, ...closedOf({ closedTime }) }),
    ),
    priceRules: (await tx.select().from(priceRules).orderBy(asc(priceRules.priceRuleId))).map((row) => ({
      priceRuleId: row.priceRuleId,
      ...row.rule,
      ...closedOf(row),
    })),
    sites: (await tx.select().from(sites).orderBy(asc(sites.siteId))).map(
      ({ searchText: _, priceRule: _rule, closedTime, type, priceRuleId, ...row }) => ({
        ...row,
        priceRuleId: priceRuleId ?? row.siteId,
        type: typeOf(type),
        ...closedOf({ closedTime }),
      }),
    ),
    serviceAreas: (
      await tx.select().from(serviceAreas).orderBy(asc(serviceAreas.siteId), asc(serviceAreas.regionId))
    ).map(({ closedTime, ...row }) => ({ ...row, ...closedOf({ closedTime }) })),
    qrCodes: (await tx.select().from(qrCodes).orderBy(asc(qrCodes.qrId))).map(({ closedTime, ...row }) => ({
      ...row,
      ...closedOf({ closedTime }),
    })),
    employees: (await tx.select().from(employees).orderBy(asc(employees.employeeId))).map(
      ({ employeeId, role, name, phone, siteId, regionId, disableTime }) => ({
        employeeId,
        role,
        name,
        phone,
        siteId,
        regionId,
        closed: disableTime !== null,
      }),
    ),
    vehicles: (await tx.select().from(vehicles).orderBy(asc(vehicles.vehicleId))).map(
      ({ closedTime, ...row }) => ({ ...row, ...closedOf({ closedTime }) }),
    ),
    announcements: (await tx.select().from(announcements).orderBy(asc(announcements.announcementId))).map(
      ({ announcementId, regionId, siteId, title, content, fromTime, untilTime, closedTime }) => ({
        announcementId,
        regionId,
        siteId,
        title,
        content,
        from: fromTime?.toISOString() ?? null,
        until: untilTime?.toISOString() ?? null,
        ...closedOf({ closedTime }),
      }),
    ),
    configuration: (await tx.select().from(configuration).orderBy(asc(configuration.key))).map(
      ({ closedTime, ...row }) => ({ ...row, ...closedOf({ closedTime }) }),
    ),
    brands: await readBrands(tx),
  }
}
