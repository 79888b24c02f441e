import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { insurancePlans, regions } from '../regions/regions.table.ts'
import { qrCodes, sites } from '../sites/sites.table.ts'
import { employees, employeeTokens } from '../users/employees.table.ts'
import { hashToken } from '../users/tokens.ts'
import { demoEmployees, demoToken } from './employees.ts'
import { demoInsurancePlans, demoRegions } from './regions.ts'
import { demoQrCodes, demoSites } from './sites.ts'

/** Fills a database with the demo world; what is there already stays as it is. */
export const seedDemoWorld = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.insert(regions).values(demoRegions).onConflictDoNothing()
    await tx.insert(insurancePlans).values(demoInsurancePlans).onConflictDoNothing()
    await tx.insert(sites).values(demoSites).onConflictDoNothing()
    await tx.insert(qrCodes).values(demoQrCodes).onConflictDoNothing()
    const hired = await tx.insert(employees).values(demoEmployees).onConflictDoNothing().returning()
    const tokens = hired
      .filter(({ role }) => role !== 'operator')
      .map(({ employeeId, createTime }) => ({
        tokenHash: hashToken(demoToken(employeeId)),
        employeeId,
        createTime,
      }))
    if (tokens.length > 0) await tx.insert(employeeTokens).values(tokens)
  })

/** Whether a database holds the demo world, which production does not serve. */
export async function holdsDemoWorld(db: Database): Promise<boolean> {
  const found = await db.select().from(qrCodes).where(eq(qrCodes.qrId, 'demo-hotel-desk'))
  return found.length > 0
}
