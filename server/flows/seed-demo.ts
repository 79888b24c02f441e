import { demoToken } from '@handsfree/core/api'
import { entryId } from '@handsfree/core/catalogue'
import { eq, inArray } from 'drizzle-orm'
import { qrCodes } from '../domain/sites/sites.table.ts'
import { employees, employeeTokens } from '../domain/users/employees.table.ts'
import type { Database } from '../runtime/db/database.ts'
import { demoCatalogue, demoMistakes } from '../runtime/demo/world.ts'
import { hashToken, type Random } from '../runtime/random.ts'
import { applyCatalogue, filterCatalogue, lockCatalogue } from './apply-catalogue.ts'

/** Hash of `demoPin`, made once: it takes 0.2 s. */
const demoPinHash = '32768.8.3.aGFuZHNmcmVlLWRlbW8tMA.0xDakG6PYqZnU-S6U4VxLQSL0jDYnuRQ2xuqrJUfkDE'

const seedTime = new Date('2026-01-01T00:00:00.000Z')

/** Existing entries stay unchanged. */
export async function seedDemoWorld(db: Database, random: Random): Promise<void> {
  if (demoMistakes.length > 0) throw new Error(`invalid demo catalogue: ${JSON.stringify(demoMistakes)}`)
  await db.transaction(async (tx) => {
    const before = await lockCatalogue(tx)
    const missing = filterCatalogue(
      demoCatalogue,
      (kind, id) => !before[kind].some((one) => entryId(kind, one) === id),
    )
    await applyCatalogue(tx, before, missing, { actor: 'system', now: seedTime, random })
    const tokens = missing.employees
      // Its token is a setting.
      .filter(({ employeeId }) => employeeId !== 'operator')
      .map(({ employeeId }) => ({
        tokenHash: hashToken(demoToken(employeeId)),
        employeeId,
        createTime: seedTime,
        useTime: seedTime,
      }))
    const siteWorkers = missing.employees.filter(({ role }) => role === 'site')
    await tx
      .update(employees)
      .set({ pinHash: demoPinHash })
      .where(
        inArray(
          employees.employeeId,
          siteWorkers.map(({ employeeId }) => employeeId),
        ),
      )
    if (tokens.length > 0) await tx.insert(employeeTokens).values(tokens)
  })
}

/** Returns whether the database has the demo world. */
export async function hasDemoWorld(db: Database): Promise<boolean> {
  const found = await db.select().from(qrCodes).where(eq(qrCodes.qrId, 'demo-hotel-desk'))
  return found.length > 0
}
