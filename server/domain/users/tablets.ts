import type { Locale, Tablet, TabletPerson, TabletSite } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { employeeLimits } from '@handsfree/core/policy'
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { hashToken, newToken } from '../../runtime/random.ts'
import type { Employee, Services } from '../../runtime/services.ts'
import { sites } from '../sites/sites.table.ts'
import { employeeSessions, siteTablets } from './crew.table.ts'
import type { EmployeeRow } from './crew-sessions.ts'
import { deviceIdOf } from './device-id.ts'
import { employees } from './employees.table.ts'
import type { Guess } from './passwords.ts'
import { isExpired, isValid } from './token-life.ts'

/** Throws 1011 for someone on a shared tablet: a PIN doesn't give access to the rest of their account. */
export function requireOwnDevice({ tabletHash }: Employee): void {
  if (tabletHash === null) return
  throw new ApiError(errorCodes.roleAuthError, 'not possible on a shared tablet')
}

const toSite = ({ siteId, name }: typeof sites.$inferSelect, locale: Locale): TabletSite => ({
  siteId,
  name: name[locale],
})

type FoundTablet = { tokenHash: string; site: TabletSite }

/** Returns a signed-in tablet. Throws 1002 for others. */
export async function requireTablet(
  tx: Database,
  token: string,
  { now, locale }: { now: Date; locale: Locale },
): Promise<FoundTablet> {
  const tokenHash = hashToken(token)
  const [found] = await tx
    .select({ site: sites })
    .from(siteTablets)
    .innerJoin(sites, eq(sites.siteId, siteTablets.siteId))
    .where(and(eq(siteTablets.tokenHash, tokenHash), isValid(siteTablets, now)))
  if (!found) throw new ApiError(errorCodes.notFound, 'not found')
  return { tokenHash, site: toSite(found.site, locale) }
}

const canUnlock = (siteId: string) =>
  and(
    eq(employees.siteId, siteId),
    eq(employees.role, 'site'),
    isNull(employees.disableTime),
    isNotNull(employees.pinHash),
  )

export const findTabletPeople = (tx: Database, { site }: FoundTablet): Promise<TabletPerson[]> =>
  tx
    .select({ employeeId: employees.employeeId, name: employees.name })
    .from(employees)
    .where(canUnlock(site.siteId))
    .orderBy(asc(employees.name), asc(employees.employeeId))

/** Returns an employee who can unlock a tablet; null for others. */
export async function findTabletPerson(
  tx: Database,
  { site }: FoundTablet,
  employeeId: string,
): Promise<EmployeeRow | null> {
  const isPerson = and(eq(employees.employeeId, employeeId), canUnlock(site.siteId))
  const [found = null] = await tx.select().from(employees).where(isPerson)
  return found
}

/** A guess of a person's PIN on a tablet. */
export const pinGuess = ({ tokenHash }: FoundTablet, employeeId: string): Guess => ({
  phone: `pin ${employeeId}`,
  sender: `tablet ${deviceIdOf(tokenHash)}`,
  limits: employeeLimits.pinGuesses,
})

/** Makes a tablet of a site. */
export async function addTablet(
  tx: Transaction,
  { random, now }: Pick<Services, 'random' | 'now'>,
  { siteId, device, locale }: { siteId: string; device: string; locale: Locale },
) {
  const [site] = await tx.select().from(sites).where(eq(sites.siteId, siteId))
  if (!site) throw new ApiError(errorCodes.employeeLocationNotExists, 'employee location not exists')
  const token = newToken(random)
  const time = now()
  await tx
    .insert(siteTablets)
    .values({ tokenHash: hashToken(token), siteId, device, createTime: time, useTime: time })
  return { token, deviceId: deviceIdOf(hashToken(token)), site: toSite(site, locale) }
}

/** Marks a tablet as used, locks it until the transaction ends, and signs out who is on it. False if it's gone. */
export async function takeTablet(tx: Transaction, tokenHash: string, now: Date): Promise<boolean> {
  const touched = await tx
    .update(siteTablets)
    .set({ useTime: now })
    .where(eq(siteTablets.tokenHash, tokenHash))
    .returning({ siteId: siteTablets.siteId })
  await tx.delete(employeeSessions).where(eq(employeeSessions.tabletHash, tokenHash))
  return touched.length > 0
}

/** Keeps the session of someone on a shared tablet. */
export const extendSession = (tx: Transaction, tokenHash: string, now: Date) =>
  tx
    .update(employeeSessions)
    .set({ useTime: now })
    .where(and(eq(employeeSessions.tokenHash, tokenHash), isNotNull(employeeSessions.tabletHash)))

/** Tablets that an employee may see: their site's, or all for operators. */
const visibleTablets = (tx: Database, { role, siteId }: Employee, now: Date) =>
  tx
    .select({ tablet: siteTablets, site: sites })
    .from(siteTablets)
    .innerJoin(sites, eq(sites.siteId, siteTablets.siteId))
    .where(
      and(isValid(siteTablets, now), role === 'operator' ? undefined : eq(siteTablets.siteId, siteId ?? '')),
    )
    .orderBy(desc(siteTablets.useTime), desc(siteTablets.createTime))

export async function findTablets(
  tx: Database,
  employee: Employee,
  { now, locale }: { now: Date; locale: Locale },
): Promise<Tablet[]> {
  const rows = await visibleTablets(tx, employee, now)
  return rows.map(({ tablet, site }) => ({
    deviceId: deviceIdOf(tablet.tokenHash),
    name: tablet.device,
    isThis: tablet.tokenHash === employee.tabletHash,
    isShared: true,
    createTime: tablet.createTime.toISOString(),
    useTime: tablet.useTime.toISOString(),
    site: toSite(site, locale),
  }))
}

/** Signs out a tablet and who is on it. Returns its site and people; null for an unknown one. */
export async function removeTablet(
  tx: Transaction,
  employee: Employee,
  deviceId: string,
  now: Date,
): Promise<{ siteId: string; employeeIds: string[] } | null> {
  const rows = await visibleTablets(tx, employee, now)
  const ended = rows.find(({ tablet }) => deviceIdOf(tablet.tokenHash) === deviceId)?.tablet
  if (!ended) return null
  const people = await tx
    .select({ employeeId: employeeSessions.employeeId })
    .from(employeeSessions)
    .where(eq(employeeSessions.tabletHash, ended.tokenHash))
  await tx.delete(siteTablets).where(eq(siteTablets.tokenHash, ended.tokenHash))
  return { siteId: ended.siteId, employeeIds: people.map(({ employeeId }) => employeeId) }
}

export const sweepTablets = (db: Database, now: Date) =>
  db.delete(siteTablets).where(isExpired(siteTablets, now))
