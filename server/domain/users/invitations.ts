import { errorCodes } from '@handsfree/core/lib'
import { employeeLimits } from '@handsfree/core/policy'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { hashToken } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { employeeInvitations } from './crew.table.ts'
import type { EmployeeRow } from './crew-sessions.ts'
import { employees } from './employees.table.ts'

const lifetimeMs = employeeLimits.invitationHours * 3_600_000

/** Makes an invitation of 128 random bits and ends earlier ones. */
export async function invite(
  tx: Transaction,
  { random, now }: Pick<Services, 'random' | 'now'>,
  employeeId: string,
): Promise<{ token: string; expiresAt: string }> {
  const createTime = now()
  const token = random.bytes(16).toString('base64url')
  await endInvitations(tx, employeeId)
  await tx.insert(employeeInvitations).values({ tokenHash: hashToken(token), employeeId, createTime })
  return { token, expiresAt: new Date(createTime.getTime() + lifetimeMs).toISOString() }
}

/** Returns a valid invitation with its employee. Throws 1002 without one, 2005 for a disabled employee. */
export async function findInvitation(
  tx: Database,
  token: string,
  now: Date,
): Promise<{ employee: EmployeeRow; expiresAt: string }> {
  const isValid = gt(employeeInvitations.createTime, new Date(now.getTime() - lifetimeMs))
  const [found] = await tx
    .select({ employee: employees, createTime: employeeInvitations.createTime })
    .from(employeeInvitations)
    .innerJoin(employees, eq(employees.employeeId, employeeInvitations.employeeId))
    .where(and(eq(employeeInvitations.tokenHash, hashToken(token)), isValid))
  if (!found) throw new ApiError(errorCodes.notFound, 'not found', { status: 404 })
  const { employee, createTime } = found
  if (employee.disableTime) {
    throw new ApiError(errorCodes.userStateError, 'the employee is disabled', { status: 403 })
  }
  return { employee, expiresAt: new Date(createTime.getTime() + lifetimeMs).toISOString() }
}

export const endInvitations = (tx: Transaction, employeeId: string) =>
  tx.delete(employeeInvitations).where(eq(employeeInvitations.employeeId, employeeId))

export const sweepInvitations = (db: Database, now: Date) =>
  db
    .delete(employeeInvitations)
    .where(lte(employeeInvitations.createTime, new Date(now.getTime() - lifetimeMs)))
