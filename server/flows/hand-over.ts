import { type CallInput, operationActions, type operatorHand, type Phone } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canonicalPhone } from '@handsfree/core/phone'
import { employeeLimits } from '@handsfree/core/policy'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { findBags } from '../domain/orders/bags.ts'
import { legalEventsOf } from '../domain/orders/legal-events.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { logOperations } from '../domain/orders/operations.ts'
import { normalizeClaimCode } from '../domain/orders/order-codes.ts'
import { type OrderRow, orderBags, orderOperations } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import type { Inspection } from './ask-traveller.ts'
import { checkBags } from './check-bags.ts'
import { moveOrder } from './move-order.ts'

type Proof = CallInput<typeof operatorHand>['body']

/** Ignores case, character width and spaces. */
const normalizeName = (name: string): string => name.normalize('NFKC').replace(/\s+/g, '').toLowerCase()

/** National numbers that may be meant: the canonical one, and one that was typed with its country code. */
function nationalNumbers({ dialCode, phoneNumber }: Phone): string[] {
  const isWithCode = phoneNumber.startsWith(dialCode)
  return [
    canonicalPhone({ dialCode, phoneNumber })?.phoneNumber ?? phoneNumber,
    ...(isWithCode ? [phoneNumber.slice(dialCode.length)] : []),
  ]
}

/**
 * Compares an identity with the receiver. `otherCountry`: only the country code of the phone number differs, as when an
 * employee leaves the suggested one.
 */
function compareIdentity(
  identity: Phone & { name: string },
  order: OrderRow,
): 'same' | 'otherCountry' | null {
  const receiver = { dialCode: order.receiverDialCode, phoneNumber: order.receiverPhoneNumber }
  const [known = ''] = nationalNumbers(receiver)
  if (normalizeName(identity.name) !== normalizeName(order.receiverName)) return null
  const typed = [
    ...nationalNumbers(identity),
    ...nationalNumbers({ dialCode: receiver.dialCode, phoneNumber: identity.phoneNumber }),
  ]
  if (!typed.includes(known)) return null
  return identity.dialCode === receiver.dialCode ? 'same' : 'otherCountry'
}

/** Returns what the log says about a valid proof; null for a wrong one. */
function checkProof(proof: Proof, order: OrderRow): { proof: string; isOtherCountry?: true } | null {
  if ('claimCode' in proof)
    return normalizeClaimCode(proof.claimCode) === order.claimCode ? { proof: 'claimCode' } : null
  const match = compareIdentity(proof.identity, order)
  return match && { proof: 'identity', ...(match === 'otherCountry' ? { isOtherCountry: true } : {}) }
}

async function countWrongProofs({ tx }: Pick<Work, 'tx'>, { orderId }: OrderRow, now: Date): Promise<number> {
  const [row] = await tx
    .select({ wrong: count() })
    .from(orderOperations)
    .where(
      and(
        eq(orderOperations.orderId, orderId),
        sql`${orderOperations.details} ->> 'isWrong' = 'true'`,
        gt(orderOperations.time, new Date(now.getTime() - 3_600_000)),
      ),
    )
  return row?.wrong ?? 0
}

const tooManyProofs = () =>
  new ApiError(errorCodes.accessDenied, 'too many failed attempts', {
    status: 429,
    details: { field: 'proof', retryAfter: 3_600 },
  })

/**
 * Hands the bags over, unbinds their tags, records the checks and logs the kind of proof.
 * **Returns** 1012 instead of throwing for a wrong proof, so that the logged attempt is committed. The status is 429
 * after too many attempts.
 */
export async function handOver(
  work: Work,
  services: Pick<Services, 'now' | 'random' | 'realtime'>,
  order: OrderRow,
  {
    event,
    proof,
    ...by
  }: { event: 'order.hand' | 'order.hotelHand'; proof: Proof } & Pick<Inspection, 'role' | 'actor'>,
): Promise<OrderRow | ApiError> {
  const kind = 'claimCode' in proof ? 'claimCode' : 'identity'
  const now = services.now()
  const checked = checkProof(proof, order)
  if (legalEventsOf(order, now).includes(event)) {
    if (
      by.role !== 'operator' &&
      (await countWrongProofs(work, order, now)) >= employeeLimits.wrongProofsPerHour
    )
      return tooManyProofs()
    if (!checked) {
      const action = event === 'order.hand' ? operationActions.hand : operationActions.hotelHand
      const written = { orderId: order.orderId, actor: by.actor, time: now }
      await logOperations(work, services.random, written, [
        { action, details: { proof: kind, isWrong: true } },
      ])
      return new ApiError(errorCodes.accessDenied, 'the proof doesn’t match the receiver')
    }
  }
  const bags = await findBags(work, order)
  await moveOrder(work, services, order, {
    event,
    actor: by.actor,
    bags,
    details: { ...(checked ?? { proof: kind }) },
  })
  await work.tx.update(orderBags).set({ unbindTime: now }).where(eq(orderBags.orderId, order.orderId))
  const checks = proof.bags ?? []
  await checkBags(work, services, order, bags, checks, { stage: 'handOver', isWhole: true, ...by })
  return (await lockOrder(work, order.orderId))!
}
