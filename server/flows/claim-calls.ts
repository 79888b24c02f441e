import type { Locale } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import type { ClaimRow } from '../domain/claims/claims.table.ts'
import { claimNotFound, findClaim } from '../domain/claims/find-claims.ts'
import { toClaim, toOperatorClaim } from '../domain/claims/to-claim.ts'
import { withClaimDetails } from '../domain/order-details/claim-details.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { type ClaimMove, lockClaim, moveClaim } from './move-claim.ts'

export const notPossibleNow = () =>
  new ApiError(errorCodes.paramError, 'not possible in the current state of the claim', {
    status: 409,
    details: { field: 'claim', reason: 'notNow' },
  })

type LockedClaim = NonNullable<Awaited<ReturnType<typeof lockClaim>>>

export const claimCalls = (services: Services) => ({
  show: async (tx: Database, claim: ClaimRow, locale: Locale) =>
    toClaim((await withClaimDetails(tx, [claim]))[0]!, services, locale),
  showOperator: async (tx: Database, claim: ClaimRow, locale: Locale) =>
    toOperatorClaim((await withClaimDetails(tx, [claim]))[0]!, services, locale),
  /** Locks a claim. With `uin`, throws 1002 for another traveller's claim too. */
  lock: async (work: Work, claimId: string, uin?: string): Promise<LockedClaim> => {
    await findClaim(work.tx, claimId, uin)
    const lockedClaim = await lockClaim(work, claimId)
    if (!lockedClaim) throw claimNotFound()
    return lockedClaim
  },
  /** Throws 1008 (409) if the machine rejects the event. */
  move: async (work: Work, locked: LockedClaim, one: ClaimMove): Promise<ClaimRow> => {
    const moved = await moveClaim(work, services, locked, one)
    if (!moved) throw notPossibleNow()
    return moved
  },
})
