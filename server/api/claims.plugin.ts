import { claimUntil } from '@handsfree/core/claims'
import {
  acceptOffer,
  askAgain,
  complain,
  createClaim,
  declineOffer,
  getClaim,
  listClaims,
} from '@handsfree/core/contract'
import { errorCodes, utcOffsetAt } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import {
  addPictures,
  claimLimit,
  findSameClaim,
  mayClaimOf,
  overTimeOf,
  refuseClaim,
  siblingsOf,
} from '../domain/claims/claim-rules.ts'
import { findClaim, findClaimsOf } from '../domain/claims/find-claims.ts'
import { toClaim } from '../domain/claims/to-claim.ts'
import { limitPictures, markOwnFilesUsed } from '../domain/files/files.ts'
import { withClaimDetails } from '../domain/order-details/claim-details.ts'
import { findOwnOrder } from '../domain/orders/find-orders.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import { refundClaim } from '../domain/payments/refunds.ts'
import { claimCalls } from '../flows/claim-calls.ts'
import { openClaim } from '../flows/open-claim.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const claimsPlugin: DomainPlugin = (app, services) => {
  const { now } = services

  const { show, lock, move } = claimCalls(services)

  route(app, services, createClaim, async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
    const work = { tx, afterCommit }
    await findOwnOrder(tx, uin, params.orderId)
    const order = await lockOrder(work, params.orderId)
    if (!order) throw orderNotFound()
    const existingClaim = await findSameClaim(tx, order, body)
    const urls = existingClaim
      ? limitPictures(body.photos, existingClaim.photos, policy.maxClaimPhotos)
      : body.photos
    const photos = await markOwnFilesUsed(tx, services, uin, urls)
    if (new Set(photos).size < photos.length) {
      throw new ApiError(errorCodes.paramError, 'the same image appears twice')
    }
    if (existingClaim) return show(tx, await addPictures(tx, existingClaim, photos), locale)
    const given = { ...body, photos, actor: `traveller:${uin}` }
    await refuseClaim(tx, order, body.amount, now())
    return show(tx, await openClaim(work, services, order, given), locale)
  })

  route(app, services, listClaims, async ({ tx, traveller, params, locale }) => {
    const order = await findOwnOrder(tx, traveller.uin, params.orderId)
    const rows = await findClaimsOf(tx, order.orderId)
    const siblings = await siblingsOf(tx, order.orderId)
    const until = claimUntil(overTimeOf(order)?.getTime() ?? null)
    const parts = await withClaimDetails(tx, rows)
    return {
      orderNumber: order.orderNumber,
      list: parts.map((part) => toClaim(part, services, locale)),
      mayClaim: mayClaimOf(order, siblings, now()),
      until: until === null ? null : new Date(until).toISOString(),
      limit: { amount: claimLimit(order, siblings), currency: order.currency },
      timeZone: order.timeZone,
      utcOffset: utcOffsetAt(order.pickupTime.getTime(), order.timeZone),
      cityName: order.pickupPlace.cityName[locale],
    }
  })

  route(app, services, getClaim, async ({ tx, traveller, params, locale }) =>
    show(tx, await findClaim(tx, params.claimId, traveller.uin), locale),
  )

  route(app, services, acceptOffer, async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
    const work = { tx, afterCommit }
    const lockedClaim = await lock(work, params.claimId, uin)
    const { offer } = body
    const updatedClaim = await move(work, lockedClaim, {
      event: { type: 'traveller.accept', offer },
      actor: `traveller:${uin}`,
      history: [{ type: 'accepted', amount: lockedClaim.claim.amount }],
    })
    await refundClaim(work, services, lockedClaim.order, updatedClaim)
    return show(tx, updatedClaim, locale)
  })

  route(
    app,
    services,
    declineOffer,
    async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
      const work = { tx, afterCommit }
      const updatedClaim = await move(work, await lock(work, params.claimId, uin), {
        event: { type: 'traveller.decline', offer: body.offer },
        actor: `traveller:${uin}`,
        history: [{ type: 'declined' }],
      })
      return show(tx, updatedClaim, locale)
    },
  )

  route(app, services, askAgain, async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
    const work = { tx, afterCommit }
    const updatedClaim = await move(work, await lock(work, params.claimId, uin), {
      event: { type: 'traveller.askAgain' },
      actor: `traveller:${uin}`,
      history: [{ type: 'askedAgain', words: body.words }],
    })
    return show(tx, updatedClaim, locale)
  })

  route(app, services, complain, async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
    const work = { tx, afterCommit }
    const updatedClaim = await move(work, await lock(work, params.claimId, uin), {
      event: { type: 'traveller.complain' },
      actor: `traveller:${uin}`,
      history: [{ type: 'complained', words: body.words }],
    })
    return show(tx, updatedClaim, locale)
  })
}
