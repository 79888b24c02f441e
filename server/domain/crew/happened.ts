import { happenedAtHeader, Timestamp } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { employeeLimits } from '@handsfree/core/policy'
import { and, eq, gt, max } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { orderOperations } from '../orders/orders.table.ts'
import { employees } from '../users/employees.table.ts'

const refused = (message: string) =>
  new ApiError(errorCodes.paramError, message, { details: { field: 'happenedAt' } })

/** A device's clock may be ahead by this much, in ms. Later times count as now. */
const toleranceMs = 60_000

/**
 * Returns when an act happened by the employee's device, and stores it as their latest act. Null if it happened just
 * now. Locks the employee. Throws 1008 for a time that is malformed, in the future, over 12 hours ago or before their
 * latest act.
 */
export async function recordHappenedTime(
  tx: Transaction,
  request: FastifyRequest,
  employeeId: string,
  now: Date,
): Promise<Date | null> {
  const sent = request.headers[happenedAtHeader.name.toLowerCase()]
  const parsed = sent === undefined ? null : v.safeParse(Timestamp, sent)
  if (parsed && !parsed.success) throw refused('Happened-At must be ISO 8601 with offset')
  const sentTime = parsed && new Date(parsed.output)
  if (sentTime && sentTime.getTime() > now.getTime() + toleranceMs)
    throw refused('Happened-At is in the future')
  if (sentTime && now.getTime() - sentTime.getTime() > employeeLimits.happenedHours * 3_600_000) {
    throw refused('Happened-At is too long ago')
  }
  const happened = sentTime && sentTime < now ? sentTime : now
  const [employee] = await tx
    .select({ lastActTime: employees.lastActTime })
    .from(employees)
    .where(eq(employees.employeeId, employeeId))
    .for('no key update')
  if (sentTime && employee?.lastActTime && happened < employee.lastActTime) {
    throw refused('Happened-At is before the employee’s last act')
  }
  await tx.update(employees).set({ lastActTime: happened }).where(eq(employees.employeeId, employeeId))
  return sentTime && sentTime < now ? sentTime : null
}

/** Position of the order's newest log entry, 0 without any. */
export async function lastOperationPosition(tx: Transaction, orderId: string): Promise<number> {
  const [row] = await tx
    .select({ position: max(orderOperations.position) })
    .from(orderOperations)
    .where(eq(orderOperations.orderId, orderId))
  return row?.position ?? 0
}

/** Adds the time to what the act logged: the entries after `previousPosition`. */
export const addHappenedTime = (
  tx: Transaction,
  {
    orderId,
    previousPosition,
    actor,
    happenedTime,
  }: {
    orderId: string
    previousPosition: number
    actor: string
    happenedTime: Date
  },
) =>
  tx
    .update(orderOperations)
    .set({ happenedTime })
    .where(
      and(
        eq(orderOperations.orderId, orderId),
        gt(orderOperations.position, previousPosition),
        eq(orderOperations.actor, actor),
      ),
    )
