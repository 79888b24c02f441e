import { type CallInput, operationActions, type operatorHand, type Phone } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canonicalPhone } from '@handsfree/core/phone'
import { employeeLimits } from '@handsfree/core/policy'
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { reportColumns } from '../domain/crew/reports.ts'
import { findBags } from '../domain/orders/bags.ts'
import { legalEventsOf } from '../domain/orders/legal-events.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { logOperations } from '../domain/orders/operations.ts'
import { normalizeClaimCode } from '../domain/orders/order-codes.ts'
import { type BagRow, type OrderRow, orderBags, orderOperations } from '../domain/orders/orders.table.ts'
import { refusalOf } from '../domain/orders/refusals.ts'
import { addTrace } from '../domain/orders/trace.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Inspection } from './ask-traveller.ts'
import { checkBags } from './check-bags.ts'
import { type MoveServices, moveOrder } from './move-order.ts'
import { requireTags } from './tags.ts'

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

type Performer = Pick<Inspection, 'role' | 'actor'>

/** Marks bags as handed over, and frees their tags. */
const setHanded = ({ tx }: Pick<Work, 'tx'>, bags: readonly BagRow[], now: Date) =>
  tx
    .update(orderBags)
    .set({ unbindTime: now, handedTime: now })
    .where(
      inArray(
        orderBags.bagId,
        bags.map(({ bagId }) => bagId),
      ),
    )

/**
 * Hands over some of the bags, and reports the others. The order stays open for them. Throws 5003 for an unknown tag,
 * 1008 if no bag is left to hand over.
 */
async function handOverPart(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { bags, kept, details, event, actor }: PartialHandOver,
): Promise<void> {
  const { orderId } = order
  const time = services.now()
  if (!legalEventsOf(order, time).includes(event)) throw refusalOf(event, order)
  requireTags(bags, kept.tagCodes)
  const isKept = ({ tagCode }: BagRow) => kept.tagCodes.includes(tagCode)
  const handedBags = bags.filter((bag) => !isKept(bag))
  if (handedBags.length === 0) {
    throw new ApiError(errorCodes.paramError, 'no bag is handed over', { details: { field: 'kept' } })
  }
  await setHanded(work, handedBags, time)
  const handedTags = handedBags.map(({ tagCode }) => tagCode)
  const logContext = { orderId, actor, time }
  await addTrace(work, services.random, logContext, {
    type: 'updated',
    facts: { isHandedInPart: true, pieces: handedBags.length },
  })
  await logOperations(work, services.random, logContext, [
    { action: operationActions.unbindPackageTag, details: { tagCodes: handedTags } },
    { action: handActions[event], details: { ...details, handedTags, keptTags: kept.tagCodes } },
  ])
  const { kind, reason } = kept
  const numbers = bags.filter(isKept).map(({ position }) => position + 1)
  await moveOrder(work, services, order, {
    event: 'exception.report',
    actor,
    reason,
    changes: reportColumns(order, { kind, bags: numbers, reason }, time),
  })
}

type HandOverEvent = 'order.hand' | 'order.hotelHand'
type PartialHandOver = {
  bags: readonly BagRow[]
  kept: NonNullable<Proof['kept']>
  details: Record<string, unknown>
  event: HandOverEvent
  actor: string
}

const handActions = {
  'order.hand': operationActions.hand,
  'order.hotelHand': operationActions.hotelHand,
} as const

/**
 * Hands over the bags, or those that aren't kept, unbinds their tags, records the checks and logs the kind of proof.
 * **Returns** 1012 instead of throwing for a wrong proof, so that the logged attempt is committed. The status is 429
 * after too many attempts.
 */
export async function handOver(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { event, proof, ...by }: { event: HandOverEvent; proof: Proof } & Performer,
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
      const written = { orderId: order.orderId, actor: by.actor, time: now }
      await logOperations(work, services.random, written, [
        { action: handActions[event], details: { proof: kind, isWrong: true } },
      ])
      return new ApiError(errorCodes.accessDenied, 'the proof doesn’t match the receiver')
    }
  }
  const bags = (await findBags(work, order)).filter(({ unbindTime }) => unbindTime === null)
  const details = { ...(checked ?? { proof: kind }), ...(proof.isUnchecked && { isUnchecked: true }) }
  const { kept } = proof
  if (kept) {
    await handOverPart(work, services, order, { bags, kept, details, event, actor: by.actor })
  } else {
    await moveOrder(work, services, order, { event, actor: by.actor, bags, details })
    await setHanded(work, bags, now)
  }
  const inspection = { stage: 'handOver' as const, isWhole: !kept, ...by }
  await checkBags(work, services, order, bags, proof.bags ?? [], inspection)
  return (await lockOrder(work, order.orderId))!
}
