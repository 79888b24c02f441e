import { settledStages } from '@handsfree/core/claims'
import type { CallInput, operatorListClaims } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, asc, desc, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { type ClaimRow, claims } from './claims.table.ts'

const pageSize = 50

export const claimNotFound = () => new ApiError(errorCodes.notFound, 'not found')

export const isOpenClaim = or(
  notInArray(claims.stage, [...settledStages]),
  inArray(claims.complaint, ['waiting', 'late']),
)

export const findClaimsOf = (tx: Database, orderId: string): Promise<ClaimRow[]> =>
  tx
    .select()
    .from(claims)
    .where(eq(claims.orderId, orderId))
    .orderBy(desc(claims.createTime), desc(claims.claimId))

/** With `uin`, throws 1002 for another traveller's claim too. */
export async function findClaim(tx: Database, claimId: string, uin?: string): Promise<ClaimRow> {
  const isTheirs = uin === undefined ? undefined : eq(claims.uin, uin)
  const [claim] = await tx
    .select()
    .from(claims)
    .where(and(eq(claims.claimId, claimId), isTheirs))
  if (!claim) throw claimNotFound()
  return claim
}

/** Earliest deadline; `infinity` if there's none. */
const dueTime = sql`coalesce(least(${claims.dueTime}, ${claims.complaintDueTime}), 'infinity'::timestamptz)`

const dueOf = ({ dueTime, complaintDueTime }: ClaimRow): string => {
  const times = [dueTime, complaintDueTime].flatMap((time) => time?.getTime() ?? [])
  return times.length === 0 ? 'none' : String(Math.min(...times))
}

const toCursor = (claim: ClaimRow): string => `${dueOf(claim)}-${claim.createTime.getTime()}-${claim.claimId}`

function isAfter(cursor: string) {
  const [, due, created, claimId] = /^(none|\d{1,14})-(\d{1,14})-(\w{1,64})$/.exec(cursor) ?? []
  if (!due || !created || !claimId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  const time = due === 'none' ? 'infinity' : new Date(Number(due)).toISOString()
  const made = new Date(Number(created)).toISOString()
  return sql`(${dueTime}, ${claims.createTime}, ${claims.claimId}) > (${time}::timestamptz, ${made}::timestamptz, ${claimId})`
}

/** Returns a page of claims, earliest deadline first, then claims without a deadline, oldest first. */
export async function findDueClaims(
  tx: Database,
  { state = 'open', orderId, cursor }: CallInput<typeof operatorListClaims>['query'],
) {
  const rows = await tx
    .select()
    .from(claims)
    .where(
      and(
        state === 'open' ? isOpenClaim : undefined,
        orderId === undefined ? undefined : eq(claims.orderId, orderId),
        cursor === undefined ? undefined : isAfter(cursor),
      ),
    )
    .orderBy(asc(dueTime), asc(claims.createTime), asc(claims.claimId))
    .limit(pageSize + 1)
  const list = rows.slice(0, pageSize)
  const last = list.at(-1)
  return { list, nextCursor: rows.length > pageSize && last ? toCursor(last) : null }
}
