import { type CallInput, errorCodes, type operatorHand } from '@handsfree/core/api'
import { eq } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import type { Looking } from '../ledger/ask.ts'
import { checkBags } from '../ledger/check-bags.ts'
import { lockOrder, moveOrder } from '../orders/move-order.ts'
import { normalizeClaimCode } from '../orders/order-codes.ts'
import { type OrderRow, orderBags } from '../orders/orders.table.ts'
import type { Services } from '../services.ts'
import { findBags } from './tags.ts'

type Proof = CallInput<typeof operatorHand>['body']

/** Ignores case, width and spaces of a name. */
const normalizeName = (name: string): string => name.normalize('NFKC').replace(/\s+/g, '').toLowerCase()

const isReceivers = (proof: Proof, order: OrderRow): boolean => {
  if ('claimCode' in proof) return normalizeClaimCode(proof.claimCode) === order.claimCode
  const { name, dialCode, phoneNumber } = proof.identity
  return (
    normalizeName(name) === normalizeName(order.receiverName) &&
    dialCode === order.receiverDialCode &&
    phoneNumber === order.receiverPhoneNumber
  )
}

/**
 * Hands the bags over, by the courier or by the site that stored them, frees their tags, and writes down how they were
 * found where somebody looked. Logs the kind of proof.
 * Throws 1012 for a proof that is not the receiver's.
 */
export async function handOver(
  work: Work,
  services: Pick<Services, 'now' | 'random' | 'realtime'>,
  order: OrderRow,
  {
    event,
    proof,
    ...by
  }: { event: 'order.hand' | 'order.hotelHand'; proof: Proof } & Pick<Looking, 'role' | 'actor'>,
): Promise<OrderRow> {
  const bags = await findBags(work, order)
  await moveOrder(work, services, order, {
    event,
    actor: by.actor,
    bags,
    details: { proof: 'claimCode' in proof ? 'claimCode' : 'identity' },
  })
  if (!isReceivers(proof, order)) throw new ApiError(errorCodes.accessDenied, 'not the receiver’s')
  await work.tx
    .update(orderBags)
    .set({ unbindTime: services.now() })
    .where(eq(orderBags.orderId, order.orderId))
  const checks = proof.bags ?? []
  await checkBags(work, services, order, bags, checks, { stage: 'handOver', isWhole: true, ...by })
  return (await lockOrder(work, order.orderId))!
}
