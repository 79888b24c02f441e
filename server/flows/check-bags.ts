import type { BagCheck } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { findEntries } from '../domain/bags/find-ledger.ts'
import { markOwnFilesUsed } from '../domain/files/files.ts'
import type { BagRow, OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { askSeals } from './ask-seals.ts'
import {
  addEntries,
  askDamage,
  askMissing,
  type Inspection,
  type LedgerServices,
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
  { isWhole, ...inspection }: Inspection & { isWhole: boolean },
): Promise<void> {
  if (checks.length === 0) return
  const tagCodes = checks.map(({ tagCode }) => tagCode)
  const unknownTags = tagCodes.filter(
    (code, index) => tagCodes.indexOf(code) !== index || !bags.some(({ tagCode }) => tagCode === code),
  )
  if (unknownTags.length > 0) {
    throw new ApiError(errorCodes.packageNotConfirmed, 'unknown tag in this order', {
      status: 409,
      details: { tagCodes: unknownTags },
    })
  }
  const earlierEntries = await findEntries(work, order.orderId)
  const checkedBags = []
  for (const { tagCode, sealNumber, photos, damage } of checks) {
    const { bagId } = bags.find((one) => one.tagCode === tagCode)!
    checkedBags.push({
      bagId,
      sealNumber,
      damage,
      photos: await markOwnFilesUsed(work.tx, services, order.uin, photos),
    })
  }
  const entries = await addEntries(work, services, order, inspection, checkedBags)
  await askDamage(work, services, order, inspection, entries, earlierEntries)
  const seals = await askSeals(work, services, order, inspection, { bags, entries, earlier: earlierEntries })
  if (seals)
    await notifyOfQuestion(work, services, order, 'seal', { seals }, { type: 'updated', facts: { seals } })
  if (!isWhole) return
  await askMissing(work, services, order, inspection, { agreedPieces: bags.length, pieces: checks.length })
}
