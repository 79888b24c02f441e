import type { CrewMember, CrewSession, Locale, SignedInDevice } from '@handsfree/core/contract'
import { type ErrorCode, errorCodes } from '@handsfree/core/lib'
import { employeeLimits } from '@handsfree/core/policy'
import { and, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { hashToken, newToken } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { regions } from '../regions/regions.table.ts'
import { sites } from '../sites/sites.table.ts'
import { employeeSessions } from './crew.table.ts'
import { deviceIdOf } from './device-id.ts'
import { employees } from './employees.table.ts'
import { isExpiredSession, isValidSession } from './session-life.ts'

export type EmployeeRow = typeof employees.$inferSelect

const withPlaces = (tx: Database) =>
  tx
    .select({ employee: employees, site: sites, region: regions })
    .from(employees)
    .leftJoin(sites, eq(sites.siteId, employees.siteId))
    .leftJoin(regions, eq(regions.regionId, employees.regionId))

type FoundMember = Awaited<ReturnType<typeof withPlaces>>[number]

const toMember = ({ employee, site, region }: FoundMember, locale: Locale): CrewMember => ({
  employeeId: employee.employeeId,
  role: employee.role,
  name: employee.name,
  plate: employee.plate,
  site: site && { siteId: site.siteId, name: site.name[locale], timeZone: site.timeZone },
  region: region && { regionId: region.regionId, name: region.name[locale] },
  hasPassword: employee.passwordHash !== null,
})

export async function findMember(
  tx: Database,
  employeeId: string,
  locale: Locale,
): Promise<CrewMember | null> {
  const [found] = await withPlaces(tx).where(eq(employees.employeeId, employeeId))
  return found ? toMember(found, locale) : null
}

/**
 * Locks an employee until the transaction ends. `share` keeps others from disabling them or changing their password.
 * Locks of guesses and of orders come first. Null for an unknown one.
 */
export async function lockEmployee(
  tx: Transaction,
  employeeId: string,
  strength: 'share' | 'no key update',
): Promise<EmployeeRow | null> {
  const rows = await tx.select().from(employees).where(eq(employees.employeeId, employeeId)).for(strength)
  return rows[0] ?? null
}

/** Throws 2005 for a disabled employee, 2009 if their region is closed, 2010 if their site is. */
function requireActive({ employee, site, region }: FoundMember): void {
  const refuse = (code: ErrorCode, message: string) => {
    throw new ApiError(code, message, { status: 403 })
  }
  if (employee.disableTime) refuse(errorCodes.userStateError, 'the employee is disabled')
  if (employee.regionId !== null && (!region || region.closedTime)) {
    refuse(errorCodes.employeeRegionNotExists, 'the employee’s region is closed')
  }
  if (employee.role === 'site' && (!site || site.closedTime)) {
    refuse(errorCodes.employeeLocationNotExists, 'the employee’s site is closed')
  }
}

/**
 * Starts a session of an employee who has proved who they are. Throws 2005, 2009 or 2010 for one who can't work.
 */
export async function startCrewSession(
  tx: Transaction,
  { random, now }: Pick<Services, 'random' | 'now'>,
  employeeId: string,
  { device, locale, tabletHash = null }: { device: string; locale: Locale; tabletHash?: string | null },
): Promise<CrewSession> {
  await lockEmployee(tx, employeeId, 'share')
  const [found] = await withPlaces(tx).where(eq(employees.employeeId, employeeId))
  if (!found) throw new ApiError(errorCodes.userNotExists, 'user not exists', { status: 404 })
  requireActive(found)
  const token = newToken(random)
  const time = now()
  await tx
    .insert(employeeSessions)
    .values({ tokenHash: hashToken(token), employeeId, device, tabletHash, createTime: time, useTime: time })
  return { token, employee: toMember(found, locale) }
}

/** Like `startCrewSession`, but returns the refusal, so that a used code or passkey challenge stays used. */
export async function tryCrewSession(
  ...args: Parameters<typeof startCrewSession>
): Promise<CrewSession | ApiError> {
  try {
    return await startCrewSession(...args)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Whether an employee has just signed in with this token on a device of their own. */
export async function isFreshSession(db: Database, tokenHash: string | null, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - employeeLimits.freshSignInMinutes * 60_000)
  const [found] = await db
    .select({ tokenHash: employeeSessions.tokenHash })
    .from(employeeSessions)
    .where(
      and(
        eq(employeeSessions.tokenHash, tokenHash ?? ''),
        isNull(employeeSessions.tabletHash),
        gt(employeeSessions.createTime, since),
      ),
    )
  return found !== undefined
}

const validSessions = (tx: Database, employeeId: string, now: Date) =>
  tx
    .select()
    .from(employeeSessions)
    .where(and(eq(employeeSessions.employeeId, employeeId), isValidSession(now)))
    .orderBy(desc(employeeSessions.useTime), desc(employeeSessions.createTime))

export async function findCrewSessions(
  tx: Database,
  employeeId: string,
  tokenHash: string | null,
  now: Date,
): Promise<SignedInDevice[]> {
  const rows = await validSessions(tx, employeeId, now)
  return rows.map((row) => ({
    deviceId: deviceIdOf(row.tokenHash),
    name: row.device,
    isThis: row.tokenHash === tokenHash,
    isShared: row.tabletHash !== null,
    createTime: row.createTime.toISOString(),
    useTime: row.useTime.toISOString(),
  }))
}

/** Returns false for an unknown device. */
export async function endSessionOf(
  tx: Transaction,
  employeeId: string,
  deviceId: string,
  now: Date,
): Promise<boolean> {
  const rows = await validSessions(tx, employeeId, now)
  const ended = rows.find(({ tokenHash }) => deviceIdOf(tokenHash) === deviceId)
  if (ended) await tx.delete(employeeSessions).where(eq(employeeSessions.tokenHash, ended.tokenHash))
  return ended !== undefined
}

export const endSession = (tx: Transaction, tokenHash: string) =>
  tx.delete(employeeSessions).where(eq(employeeSessions.tokenHash, tokenHash))

/** Ends all sessions of an employee, except one if given. Returns how many. */
export async function endSessions(
  tx: Transaction,
  employeeId: string,
  exceptTokenHash: string | null = null,
): Promise<number> {
  const ended = await tx
    .delete(employeeSessions)
    .where(
      and(
        eq(employeeSessions.employeeId, employeeId),
        exceptTokenHash === null ? undefined : ne(employeeSessions.tokenHash, exceptTokenHash),
      ),
    )
    .returning({ tokenHash: employeeSessions.tokenHash })
  return ended.length
}

/** Locks the shared tablets that an employee has unlocked. */
export const endTabletSessions = (tx: Transaction, employeeId: string) =>
  tx
    .delete(employeeSessions)
    .where(and(eq(employeeSessions.employeeId, employeeId), isNotNull(employeeSessions.tabletHash)))

export const sweepCrewSessions = (db: Database, now: Date) =>
  db.delete(employeeSessions).where(isExpiredSession(now))
