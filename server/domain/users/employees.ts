import { timingSafeEqual } from 'node:crypto'
import { demoToken } from '@handsfree/core/api'
import { and, eq, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { demoCatalogue } from '../../runtime/demo/world.ts'
import { hashToken, newToken } from '../../runtime/random.ts'
import type { Employee, Services } from '../../runtime/services.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { employeeInvitations, employeeSessions, shifts, siteTablets } from './crew.table.ts'
import { employees, employeeTokens } from './employees.table.ts'
import { isValidSession } from './session-life.ts'
import { endTimeOf, isExpired, isValid, isValidAt, touchCutoffAt } from './token-life.ts'

const demoTokenHashes = demoCatalogue.employees.map(({ employeeId }) => hashToken(demoToken(employeeId)))

/** Owner of `HANDSFREE_OPERATOR_TOKEN`, who creates the other employees. */
const bootstrapOperator: Employee = {
  employeeId: 'operator',
  role: 'operator',
  siteId: null,
  isSession: false,
  tabletHash: null,
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
  return (
    (await findTokenHolder(db, tokenHash, { now, isEndless })) ??
    (await findSessionHolder(db, tokenHash, now))
  )
}

/** Ids of operators who aren't disabled. */
export async function listOperatorIds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ employeeId: employees.employeeId })
    .from(employees)
    .where(and(eq(employees.role, 'operator'), isNull(employees.disableTime)))
  return rows.map(({ employeeId }) => employeeId)
}

async function findTokenHolder(
  db: Database,
  tokenHash: string,
  { now, isEndless }: { now: Date; isEndless: boolean },
): Promise<Employee | null> {
  const [row] = await db
    .select({ ...holderColumns, useTime: employeeTokens.useTime })
    .from(employeeTokens)
    .innerJoin(employees, eq(employees.employeeId, employeeTokens.employeeId))
    .where(
      and(
        eq(employeeTokens.tokenHash, tokenHash),
        isNull(employees.disableTime),
        isEndless ? undefined : isValid(employeeTokens, now),
      ),
    )
  if (!row) return null
  const { useTime, ...employee } = row
  if (!isEndless) await touch(db, employeeTokens, tokenHash, useTime, now)
  return { ...employee, isSession: false, tabletHash: null }
}

/** Someone who left a shared tablet's site can't use it any longer. */
async function findSessionHolder(db: Database, tokenHash: string, now: Date): Promise<Employee | null> {
  const { tabletHash } = employeeSessions
  const [row] = await db
    .select({ ...holderColumns, tabletHash, useTime: employeeSessions.useTime })
    .from(employeeSessions)
    .innerJoin(employees, eq(employees.employeeId, employeeSessions.employeeId))
    .leftJoin(siteTablets, eq(siteTablets.tokenHash, tabletHash))
    .where(
      and(
        eq(employeeSessions.tokenHash, tokenHash),
        isNull(employees.disableTime),
        isValidSession(now),
        or(isNull(tabletHash), eq(siteTablets.siteId, employees.siteId)),
      ),
    )
  if (!row) return null
  const { useTime, ...employee } = row
  if (row.tabletHash === null) await touch(db, employeeSessions, tokenHash, useTime, now)
  return { ...employee, isSession: true }
}

const holderColumns = {
  employeeId: employees.employeeId,
  role: employees.role,
  siteId: employees.siteId,
}

/** Updates the use time occasionally. */
async function touch(
  db: Database,
  table: typeof employeeTokens | typeof employeeSessions,
  tokenHash: string,
  useTime: Date,
  now: Date,
): Promise<void> {
  const touchCutoff = touchCutoffAt(now)
  if (useTime >= touchCutoff) return
  await db
    .update(table)
    .set({ useTime: now })
    .where(and(eq(table.tokenHash, tokenHash), lt(table.useTime, touchCutoff)))
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
