import type { Job, JobState } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, asc, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ApiError } from '../runtime/http/api-error.ts'

export const pageSize = 100

type Columns = { due: SQLWrapper; lastError: SQLWrapper; isGivenUp: SQL }

const condition = ({ due, lastError, isGivenUp }: Columns, state: JobState | undefined): SQL | undefined => {
  switch (state) {
    case 'due':
      return and(isNotNull(due), isNull(lastError))
    case 'failed':
      return and(isNotNull(due), isNotNull(lastError))
    case 'givenUp':
      return isGivenUp
    default:
      return or(isNotNull(due), isGivenUp)
  }
}

type Row = {
  orderId: string | null
  orderNumber: string | null
  tries: number
  nextTime: Date | null
  lastError: string | null
  createTime: Date
}

export const toJob = (kind: Job['kind'], jobId: string, stage: string, row: Row): Job => ({
  jobId,
  kind,
  state: row.nextTime === null ? 'givenUp' : row.lastError === null ? 'due' : 'failed',
  stage,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  tries: row.tries,
  nextTime: row.nextTime?.toISOString() ?? null,
  lastError: row.lastError,
  createTime: row.createTime.toISOString(),
})

const urgency: JobState[] = ['givenUp', 'failed', 'due']

/** Position of a page's last job, in sort order. */
type JobPosition = { rank: number; createTime: string; jobId: string }

export const positionOf = ({ state, createTime, jobId }: Job): JobPosition => ({
  rank: urgency.indexOf(state),
  createTime,
  jobId,
})

export const comparePositions = (one: JobPosition, other: JobPosition): number =>
  one.rank - other.rank ||
  one.createTime.localeCompare(other.createTime) ||
  (one.jobId < other.jobId ? -1 : Number(one.jobId > other.jobId))

export const toCursor = ({ rank, createTime, jobId }: JobPosition): string =>
  `${rank}-${Date.parse(createTime)}-${jobId}`

/** Throws 1008 for a malformed cursor. */
export function fromCursor(cursor: string): JobPosition {
  const [, rank, time, jobId = ''] = /^([0-2])-(\d{1,14})-([\w-]+)$/.exec(cursor) ?? []
  if (!jobId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  return { rank: Number(rank), createTime: new Date(Number(time)).toISOString(), jobId }
}

export type JobQuery = { state: JobState | undefined; after: JobPosition | null }
type PageColumns = Columns & { createTime: SQLWrapper; jobId: SQL }

export function pageOf({ createTime, jobId, ...columns }: PageColumns, { state, after }: JobQuery) {
  const { due, lastError } = columns
  const rank = sql`case when ${due} is null then 0 when ${lastError} is not null then 1 else 2 end`
  const id = sql`${jobId} collate "C"`
  return {
    where: and(
      condition(columns, state),
      after
        ? sql`(${rank}, ${createTime}, ${id}) > (${after.rank}::int, ${after.createTime}::timestamptz, ${after.jobId})`
        : undefined,
    ),
    order: [sql`${rank}`, asc(createTime), sql`${id}`],
  }
}
