import { timingSafeEqual } from 'node:crypto'
import { demoToken } from '@handsfree/core/api'
import { and, eq, isNull, lt, notInArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { demoCatalogue } from '../../runtime/demo/world.ts'
import { hashToken, newToken } from '../../runtime/random.ts'
import type { Employee, Services } from '../../runtime/services.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { employeeInvitations, employeeSessions, shifts } from './crew.table.ts'
import { employees, employeeTokens } from './employees.table.ts'
import { endTimeOf, isExpired, isValid, isValidAt, touchCutoffAt } from './token-life.ts'

const demoTokenHashes = demoCatalogue.employees.map(({ employeeId }) => hashToken(demoToken(employeeId)))

/** Owner of `HANDSFREE_OPERATOR_TOKEN`, who creates the other employees. */
const bootstrapOperator: Employee = {
  employeeId: 'operator',
  role: 'operator',
  siteId: null,
  isSession: false,
}

const isBootstrap = (
  { operatorToken, previous }: Pick<Settings, 'operatorToken' | 'previous'>,
  tokenHash: string,
): boolean =>
  [operatorToken, previous.operatorToken].some(
    (token) => token !== null && timingSafeEqual(Buffer.from(tokenHash), Buffer.from(hashToken(token))),
  )

/**
 * Returns the employee of a session or of a token for scripts. Null if it's unknown, expired or disabled.
 * `HANDSFREE_OPERATOR_TOKEN` and demo tokens don't expire.
 */
export async function findEmployee(
  db: Database,
  settings: Pick<Settings, 'demo' | 'operatorToken' | 'previous'>,
  tokenHash: string,
  now: Date,
): Promise<Employee | null> {
  if (isBootstrap(settings, tokenHash)) return bootstrapOperator
  const isEndless = settings.demo && demoTokenHashes.includes(tokenHash)
  const ofToken = await findHolder(db, employeeTokens, tokenHash, { now, isEndless })
  if (ofToken) return { ...ofToken, isSession: false }
  const ofSession = await findHolder(db, employeeSessions, tokenHash, { now, isEndless: false })
  return ofSession && { ...ofSession, isSession: true }
}

/** Ids of operators who aren't disabled. */
export async function listOperatorIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ employeeId: employees.employeeId })
    .from(employees)
    .where(and(eq(employees.role, 'operator'), isNull(employees.disableTime)))
  return rows.map(({ employeeId }) => employeeId)
}

/** Updates the use time occasionally. */
async function findHolder(
  db: Database,
  table: typeof employeeTokens | typeof employeeSessions,
  tokenHash: string,
  { now, isEndless }: { now: Date; isEndless: boolean },
): Promise<Omit<Employee, 'isSession'> | null> {
  const [row] = await db
    .select({
      employeeId: employees.employeeId,
      role: employees.role,
      siteId: employees.siteId,
      useTime: table.useTime,
    })
    .from(table)
    .innerJoin(employees, eq(employees.employeeId, table.employeeId))
    .where(
      and(
        eq(table.tokenHash, tokenHash),
        isNull(employees.disableTime),
        isEndless ? undefined : isValid(table, now),
      ),
    )
  if (!row) return null
  const { useTime, ...employee } = row
  const touchCutoff = touchCutoffAt(now)
  if (!isEndless && useTime < touchCutoff) {
    await db
      .update(table)
      .set({ useTime: now })
      .where(and(eq(table.tokenHash, tokenHash), lt(table.useTime, touchCutoff)))
  }
  return employee
}

/** Issues a token of 256 random bits and revokes the previous ones. */
export async function issueEmployeeToken(
  tx: Transaction,
  { random, now }: Pick<Services, 'random' | 'now'>,
  employeeId: string,
): Promise<string> {
  const time = now()
  const token = newToken(random)
  await endEmployeeTokens(tx, employeeId)
  await tx
    .insert(employeeTokens)
    .values({ tokenHash: hashToken(token), employeeId, createTime: time, useTime: time })
  return token
}

/** Returns when an unused token expires. Null if there's no valid token or it never expires. */
export function tokenEndOf(
  token: typeof employeeTokens.$inferSelect | null,
  { demo }: Pick<Settings, 'demo'>,
  now: Date,
): Date | null {
  if (!token || !isValidAt(token, now)) return null
  return demo && demoTokenHashes.includes(token.tokenHash) ? null : endTimeOf(token)
}

export const endEmployeeTokens = (tx: Transaction, employeeId: string) =>
  tx.delete(employeeTokens).where(eq(employeeTokens.employeeId, employeeId))

/** Ends the token, the sessions, the invitation and the shift of an employee, so that others can take the car. */
export async function endEmployeeAccess(tx: Transaction, employeeId: string, now: Date): Promise<void> {
  await tx
    .update(shifts)
    .set({ endTime: now, breakTime: null })
    .where(and(eq(shifts.employeeId, employeeId), isNull(shifts.endTime)))
  for (const table of [employeeTokens, employeeSessions, employeeInvitations]) {
    await tx.delete(table).where(eq(table.employeeId, employeeId))
  }
}

/** Keeps the demo's tokens, which are created only once. */
export const sweepEmployeeTokens = (db: Database, now: Date) =>
  db
    .delete(employeeTokens)
    .where(and(isExpired(employeeTokens, now), notInArray(employeeTokens.tokenHash, demoTokenHashes)))
