import {
  type AuditEntry,
  type AuditType,
  type OperationAction,
  operationActions,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { personOperations } from '../domain/account/account.table.ts'
import { catalogueOperations } from '../domain/catalogue/catalogue.table.ts'
import { orderOperations, orders } from '../domain/orders/orders.table.ts'
import type { Database } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { namesOfEmployees } from './find-figures.ts'

const pageSize = 50

type Position = { time: string; operationId: string }

function fromCursor(cursor: string): Position {
  const [, time, operationId] = /^(\d{1,14})-([\w-]{1,64})$/.exec(cursor) ?? []
  if (!time || !operationId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  return { time: new Date(Number(time)).toISOString(), operationId }
}

const toCursor = ({ time, operationId }: Position): string => `${Date.parse(time)}-${operationId}`

const compare = (one: Position, other: Position): number =>
  other.time.localeCompare(one.time) || (one.operationId < other.operationId ? 1 : -1)

export type AuditQuery = {
  employeeId?: string | undefined
  order?: string | undefined
  type?: AuditType | undefined
  from?: string | undefined
  until?: string | undefined
  cursor?: string | undefined
}

type Columns = { time: PgColumn; operationId: PgColumn; actor: PgColumn }

function matching({ time, operationId, actor }: Columns, query: AuditQuery): SQL | undefined {
  const after = query.cursor === undefined ? null : fromCursor(query.cursor)
  return and(
    query.employeeId === undefined ? undefined : eq(actor, `employee:${query.employeeId}`),
    query.from === undefined ? undefined : gte(time, new Date(query.from)),
    query.until === undefined ? undefined : lt(time, new Date(query.until)),
    after
      ? sql`(${time}, ${operationId} collate "C") < (${after.time}::timestamptz, ${after.operationId})`
      : undefined,
  )
}

const newestFirst = ({ time, operationId }: Columns) => [desc(time), sql`${operationId} collate "C" desc`]

const isView = (action: OperationAction): boolean =>
  action === operationActions.sensitiveCustomerInfo || action === operationActions.sensitiveExpressExtension

// A literal, so that the planner can match the partial index.
const ofViews = sql`${orderOperations.action} in (801, 802)`

/** Finds an order by its id or number; the number may be typed without its letters and spaces. */
async function findOrderId(tx: Database, typed: string): Promise<string | null> {
  const digits = typed.replace(/\D/g, '')
  const number = `HF ${digits.slice(0, 4)} ${digits.slice(4)}`
  const [found] = await tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(or(eq(orders.orderId, typed), eq(orders.orderNumber, number)))
  return found?.orderId ?? null
}

async function findOfOrders(tx: Database, query: AuditQuery): Promise<AuditEntry[]> {
  const { type } = query
  if (type === 'catalogue' || type === 'people') return []
  const orderId = query.order === undefined ? null : await findOrderId(tx, query.order)
  if (query.order !== undefined && orderId === null) return []
  const rows = await tx
    .select({ operation: orderOperations, orderNumber: orders.orderNumber })
    .from(orderOperations)
    .innerJoin(orders, eq(orders.orderId, orderOperations.orderId))
    .where(
      and(
        matching(orderOperations, query),
        orderId === null ? undefined : eq(orderOperations.orderId, orderId),
        type === 'views' ? ofViews : undefined,
        type === 'orders' ? sql`not ${ofViews}` : undefined,
      ),
    )
    .orderBy(...newestFirst(orderOperations))
    .limit(pageSize + 1)
  return rows.map(
    ({ operation: { operationId, orderId, action, actor, details, ...times }, orderNumber }) => ({
      operationId,
      type: isView(action) ? 'views' : 'orders',
      action,
      actor,
      actorName: null,
      orderId,
      orderNumber,
      change: null,
      details,
      time: times.time.toISOString(),
      happenedAt: times.happenedTime?.toISOString() ?? null,
    }),
  )
}

async function findOfCatalogue(tx: Database, query: AuditQuery): Promise<AuditEntry[]> {
  if (query.order !== undefined || (query.type ?? 'catalogue') !== 'catalogue') return []
  const rows = await tx
    .select()
    .from(catalogueOperations)
    .where(matching(catalogueOperations, query))
    .orderBy(...newestFirst(catalogueOperations))
    .limit(pageSize + 1)
  return rows.map(({ operationId, action, actor, kind, entryId, change, fields, time }) => ({
    operationId,
    type: 'catalogue',
    action,
    actor,
    actorName: null,
    orderId: null,
    orderNumber: null,
    change: { kind, id: entryId, change, fields },
    details: {},
    time: time.toISOString(),
    happenedAt: null,
  }))
}

async function findOfPeople(tx: Database, query: AuditQuery): Promise<AuditEntry[]> {
  if (query.order !== undefined || (query.type ?? 'people') !== 'people') return []
  const rows = await tx
    .select()
    .from(personOperations)
    .where(matching(personOperations, query))
    .orderBy(...newestFirst(personOperations))
    .limit(pageSize + 1)
  return rows.map(({ operationId, actor, uin, what, reason, time }) => ({
    operationId,
    type: 'people',
    action: null,
    actor,
    actorName: null,
    orderId: null,
    orderNumber: null,
    change: null,
    details: { what, reason, ...(uin !== null && { uin }) },
    time: time.toISOString(),
    happenedAt: null,
  }))
}

/** One log of three tables, newest first. */
export async function findAudit(
  tx: Database,
  query: AuditQuery,
): Promise<{ list: AuditEntry[]; nextCursor: string | null }> {
  const found = [
    ...(await findOfOrders(tx, query)),
    ...(await findOfCatalogue(tx, query)),
    ...(await findOfPeople(tx, query)),
  ].sort(compare)
  const page = found.slice(0, pageSize)
  const idOf = ({ actor }: AuditEntry) => actor.match(/^employee:(.+)$/)?.[1]
  const names = await namesOfEmployees(
    tx,
    page.flatMap((entry) => idOf(entry) ?? []),
  )
  const last = page.at(-1)
  return {
    list: page.map((entry) => ({ ...entry, actorName: names.get(idOf(entry) ?? '') ?? null })),
    nextCursor: found.length > pageSize && last ? toCursor(last) : null,
  }
}
