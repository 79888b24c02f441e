import type { ClaimKind } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { type ClaimRow, claims } from '../domain/claims/claims.table.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { newId } from '../runtime/random.ts'
import { type ClaimServices, recordClaim } from './move-claim.ts'

const hour = 3_600_000

type NewClaim = {
  kind: ClaimKind
  words: string
  /** Ids of stored photos (see `keepOwnFiles`). */
  photos: string[]
  /** Minor units; 0 lets us decide. */
  amount: number
  /** Same format as in the operation log. */
  actor: string
}

/**
 * Opens a claim on a locked order at any stage; callers check travellers' claims with `refuseClaim`. The first
 * deadline is `policy.claimStartHours` from now.
 */
export async function openClaim(
  work: Work,
  services: ClaimServices,
  order: OrderRow,
  { kind, words, photos, amount, actor }: NewClaim,
): Promise<ClaimRow> {
  const now = services.now()
  const [claim] = await work.tx
    .insert(claims)
    .values({
      claimId: newId(services.random),
      orderId: order.orderId,
      uin: order.uin,
      kind,
      words,
      photos,
      askedAmount: amount,
      currency: order.currency,
      stage: 'received',
      dueTime: new Date(now.getTime() + policy.claimStartHours * hour),
      createTime: now,
      updateTime: now,
    })
    .returning()
  const history = [{ type: 'received', ...(amount > 0 ? { amount } : {}) } as const]
  await recordClaim(work, services, { order, claim: claim! }, { actor, history, isNewStage: true })
  return claim!
}
