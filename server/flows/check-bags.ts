import type { BagCheck } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { findEntries } from '../domain/bags/find-ledger.ts'
import { keepOwnFiles } from '../domain/files/files.ts'
import type { BagRow, OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { askSeals } from './ask-seals.ts'
import {
  addEntries,
  askDamage,
  askMissing,
  type LedgerServices,
  type Looking,
  notifyOfQuestion,
} from './ask-traveller.ts'

/**
 * Records the state of bags after the pickup. Asks the traveller about new seals, new damage, and bags missing from a
 * check of the whole order. Throws 5003 for an unknown or repeated tag, and 1008 for an unknown photo.
 */
export async function checkBags(
  work: Work,
  services: LedgerServices,
  order: OrderRow,
  bags: readonly BagRow[],
  checks: readonly BagCheck[],
  { isWhole, ...looking }: Looking & { isWhole: boolean },
): Promise<void> {
  if (checks.length === 0) return
  const tagCodes = checks.map(({ tagCode }) => tagCode)
  const unknown = tagCodes.filter(
    (code, index) => tagCodes.indexOf(code) !== index || !bags.some(({ tagCode }) => tagCode === code),
  )
  if (unknown.length > 0) {
    throw new ApiError(errorCodes.packageNotConfirmed, 'unknown tag in this order', {
      status: 409,
      details: { tagCodes: unknown },
    })
  }
  const earlier = await findEntries(work, order.orderId)
  const seen = []
  for (const { tagCode, sealNumber, photos, damage } of checks) {
    const { bagId } = bags.find((one) => one.tagCode === tagCode)!
    seen.push({ bagId, sealNumber, damage, photos: await keepOwnFiles(work.tx, services, order.uin, photos) })
  }
  const entries = await addEntries(work, services, order, looking, seen)
  await askDamage(work, services, order, looking, entries, earlier)
  const seals = await askSeals(work, services, order, looking, { bags, entries, earlier })
  if (seals)
    await notifyOfQuestion(work, services, order, 'seal', { seals }, { type: 'updated', facts: { seals } })
  if (!isWhole) return
  await askMissing(work, services, order, looking, { agreedPieces: bags.length, pieces: checks.length })
}
