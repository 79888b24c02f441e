import {
  type CallInput,
  fieldsOf,
  type Locale,
  type OrderDraft,
  type takeOverOrder,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { signFileUrl } from '../domain/files/file-url.ts'
import { files } from '../domain/files/files.table.ts'
import type { OrderDetails } from '../domain/order-details/order-details.ts'
import { type PreparedRow, preparedOrders } from '../domain/prepared/prepared-orders.table.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { newId } from '../runtime/random.ts'
import type { Services } from '../runtime/services.ts'
import { type CreationWork, createOrder, readForCreation } from './create-order.ts'

async function assignPhotos(tx: Transaction, uin: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await tx
    .update(files)
    .set({ uin })
    .where(and(isNull(files.uin), inArray(files.fileId, [...fileIds])))
}

/** Turns a prepared order into the traveller's own, validated like a new order. */
export async function takeOver(
  work: CreationWork,
  services: Pick<Services, 'db' | 'keys' | 'now' | 'random' | 'realtime' | 'settings'>,
  { uin, tokenHash, locale }: { uin: string; tokenHash: string; locale: Locale },
  { preparedId, draft, source, creationType, employeeId }: PreparedRow,
  { photos, quoteId, termsVersion }: CallInput<typeof takeOverOrder>['body'],
): Promise<OrderDetails> {
  const { tx } = work
  await assignPhotos(tx, uin, draft.photos)
  const stored = draft.photos.map((fileId) => signFileUrl(services, fileId))
  const completeDraft: OrderDraft = {
    ...draft,
    ...fieldsOf(draft),
    photos: [...stored, ...photos].slice(0, 9),
  }
  if (completeDraft.photos.length < policy.minPhotos) {
    throw new ApiError(errorCodes.paramError, 'no photos', { details: { field: 'photos' } })
  }
  const early = await readForCreation(tx, services, { tokenHash, locale }, completeDraft)
  const orderId = newId(services.random)
  await tx.update(preparedOrders).set({ orderId }).where(eq(preparedOrders.preparedId, preparedId))
  const origin = { orderId, source, creationType, preparedBy: `employee:${employeeId}` }
  return createOrder(
    work,
    services,
    { uin, locale },
    { draft: completeDraft, quoteId, termsVersion, origin },
    early,
  )
}
