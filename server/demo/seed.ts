import { demoToken } from '@handsfree/core/api'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { insurancePlans, regions } from '../regions/regions.table.ts'
import { fillSearchTexts } from '../sites/search-text.ts'
import { qrCodes, serviceAreas, sites } from '../sites/sites.table.ts'
import { employees, employeeTokens } from '../users/employees.table.ts'
import { hashToken } from '../users/tokens.ts'
import { users } from '../users/users.table.ts'
import { demoEmployees } from './employees.ts'
import { demoInsurancePlans, demoRegions } from './regions.ts'
import { demoServiceAreas } from './service-areas.ts'
import { demoQrCodes, demoSites } from './sites.ts'

/** Fills a database with the demo world; existing rows stay as they are. */
export const seedDemoWorld = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.insert(regions).values(demoRegions).onConflictDoNothing()
    await tx.insert(insurancePlans).values(demoInsurancePlans).onConflictDoNothing()
    await tx.insert(sites).values(demoSites).onConflictDoNothing()
    await fillSearchTexts(tx)
    await tx.insert(serviceAreas).values(demoServiceAreas).onConflictDoNothing()
    await tx.insert(qrCodes).values(demoQrCodes).onConflictDoNothing()
    const hired = await tx.insert(employees).values(demoEmployees).onConflictDoNothing().returning()
    const tokens = hired
      .filter(({ role }) => role !== 'operator')
      .map(({ employeeId, createTime }) => ({
        tokenHash: hashToken(demoToken(employeeId)),
        employeeId,
        createTime,
        useTime: createTime,
      }))
    if (tokens.length > 0) await tx.insert(employeeTokens).values(tokens)
  })

/** Whether a database was used for anything but the demo, which is not seeded then. */
export async function isOfProduction(db: Database): Promise<boolean> {
  if (await holdsDemoWorld(db)) return false
  const travellers = await db.select({ uin: users.uin }).from(users).limit(1)
  const places = await db.select({ siteId: sites.siteId }).from(sites).limit(1)
  return travellers.length + places.length > 0
}

/** Whether a database holds the demo world, which production does not serve. */
export async function holdsDemoWorld(db: Database): Promise<boolean> {
  const found = await db.select().from(qrCodes).where(eq(qrCodes.qrId, 'demo-hotel-desk'))
  return found.length > 0
}
