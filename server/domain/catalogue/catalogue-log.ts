import {
  type CatalogueChange,
  type CatalogueOperation,
  type OperationAction,
  operationActions,
  operationLogType,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { desc, lt } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { newId, type Random } from '../../runtime/random.ts'
import { catalogueOperations } from './catalogue.table.ts'

const pageSize = 50

/** Action number from the spec; configuration (201) if it defines none. */
function actionOf({ kind, change }: CatalogueChange): OperationAction {
  const isNew = change === 'created'
  switch (kind) {
    case 'vehicles':
      if (isNew) return operationActions.carCreate
      return change === 'closed' ? operationActions.carDelete : operationActions.configSet
    case 'priceRules':
    case 'insurancePlans':
      return operationActions.billingRuleChange
    case 'announcements':
      return isNew ? operationActions.announcementAdd : operationActions.announcementUpdate
    case 'regions':
      return change === 'closed' ? operationActions.regionDelete : operationActions.configSet
    default:
      return operationActions.configSet
  }
}

export async function logChanges(
  tx: Transaction,
  changes: readonly CatalogueChange[],
  { actor, now, random }: { actor: string; now: Date; random: Random },
): Promise<void> {
  for (let start = 0; start < changes.length; start += 1_000) {
    const rows = changes.slice(start, start + 1_000).map(({ id, ...change }) => ({
      operationId: newId(random),
      action: actionOf({ id, ...change }),
      actor,
      entryId: id,
      ...change,
      time: now,
    }))
    await tx.insert(catalogueOperations).values(rows)
  }
}

/** Newest first, 50 per page. Throws 1008 for a malformed cursor. */
export async function listChanges(
  tx: Database,
  cursor: string | undefined,
): Promise<{ list: CatalogueOperation[]; nextCursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new ApiError(errorCodes.paramError, 'unknown cursor')
  }
  const rows = await tx
    .select()
    .from(catalogueOperations)
    .where(cursor === undefined ? undefined : lt(catalogueOperations.position, Number(cursor)))
    .orderBy(desc(catalogueOperations.position))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  return {
    list: page.map(({ entryId, position: _, time, ...row }) => ({
      ...row,
      id: entryId,
      logType: operationLogType(row.action),
      time: time.toISOString(),
    })),
    nextCursor: rows.length > pageSize ? String(page.at(-1)?.position) : null,
  }
}
