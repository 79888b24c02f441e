import {
  acceptOffer,
  askAgain,
  complain,
  createClaim,
  declineOffer,
  errorCodes,
  getClaim,
  type Locale,
  listClaims,
  operatorAnswerComplaint,
  operatorGetClaim,
  operatorListClaims,
  operatorOfferClaim,
  operatorPayClaim,
  operatorStartClaim,
} from '@handsfree/core/api'
import { claimUntil } from '@handsfree/core/claim'
import type { Database } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import { keepOwnFiles } from '../files/files.ts'
import { ApiError } from '../http/api-error.ts'
import type { DomainPlugin } from '../http/domain.ts'
import { route } from '../http/route.ts'
import { findOwnOrder } from '../orders/find-orders.ts'
import { lockOrder } from '../orders/move-order.ts'
import { orderNotFound } from '../orders/refusals.ts'
import { refundPart } from '../payments/refunds.ts'
import type { ClaimRow } from './claims.table.ts'
import { claimNotFound, findClaim, findClaimsOf, findDueClaims, withClaimParts } from './find-claims.ts'
import { type ClaimMove, lockClaim, moveClaim } from './move-claim.ts'
import {
  beyondCover,
  claimLimit,
  mayClaimOf,
  openClaim,
  overTimeOf,
  refuseClaim,
  siblingsOf,
} from './open-claim.ts'
import { payOut } from './pay-claim.ts'
import { toClaim, toOperatorClaim } from './to-claim.ts'

const notNow = () =>
  new ApiError(errorCodes.paramError, 'not possible at this point of the claim', {
    status: 409,
    details: { field: 'claim', reason: 'notNow' },
  })

type Locked = NonNullable<Awaited<ReturnType<typeof lockClaim>>>

/** Claims of travellers, and what operators do about them. */
export const claimsPlugin: DomainPlugin = (app, services) => {
  const { now } = services

  const show = async (tx: Database, claim: ClaimRow, locale: Locale) =>
    toClaim((await withClaimParts(tx, [claim]))[0]!, services, locale)
  const showOperator = async (tx: Database, claim: ClaimRow, locale: Locale) =>
    toOperatorClaim((await withClaimParts(tx, [claim]))[0]!, services, locale)

  /** A claim that is locked, of that traveller if one is named. Throws 1002 for any other. */
  const lock = async (work: Work, claimId: string, uin?: string): Promise<Locked> => {
    await findClaim(work.tx, claimId, uin)
    const locked = await lockClaim(work, claimId)
    if (!locked) throw claimNotFound()
    return locked
  }
  /** Throws 1008 (409) where the machine does not allow it. */
  const move = async (work: Work, locked: Locked, one: ClaimMove): Promise<ClaimRow> => {
    const moved = await moveClaim(work, services, locked, one)
    if (!moved) throw notNow()
    return moved
  }

  route(app, services, createClaim, async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
    const work = { tx, afterCommit }
    await findOwnOrder(tx, uin, params.orderId)
    const order = await lockOrder(work, params.orderId)
    if (!order) throw orderNotFound()
    await refuseClaim(tx, order, body.amount, now())
    const photos = await keepOwnFiles(tx, services, uin, body.photos)
    if (new Set(photos).size < photos.length) {
      throw new ApiError(errorCodes.paramError, 'the same picture twice')
    }
    const given = { ...body, photos, actor: `traveller:${uin}` }
    return show(tx, await openClaim(work, services, order, given), locale)
  })

  route(app, services, listClaims, async ({ tx, traveller, params, locale }) => {
    const order = await findOwnOrder(tx, traveller.uin, params.orderId)
    const rows = await findClaimsOf(tx, order.orderId)
    const siblings = await siblingsOf(tx, order.orderId)
    const until = claimUntil(overTimeOf(order)?.getTime() ?? null)
    const parts = await withClaimParts(tx, rows)
    return {
      orderNumber: order.orderNumber,
      list: parts.map((part) => toClaim(part, services, locale)),
      mayClaim: mayClaimOf(order, siblings, now()),
      until: until === null ? null : new Date(until).toISOString(),
      limit: { amount: claimLimit(order, siblings), currency: order.currency },
      timeZone: order.timeZone,
      cityName: order.pickupPlace.cityName[locale],
    }
  })

  route(app, services, getClaim, async ({ tx, traveller, params, locale }) =>
    show(tx, await findClaim(tx, params.claimId, traveller.uin), locale),
  )

  route(app, services, acceptOffer, async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
    const work = { tx, afterCommit }
    const locked = await lock(work, params.claimId, uin)
    const { offer } = body
    const moved = await move(work, locked, {
      event: { type: 'traveller.accept', offer },
      actor: `traveller:${uin}`,
      history: [{ type: 'accepted', amount: locked.claim.amount }],
    })
    if (moved.amount > 0) await refundPart(work, services, moved.orderId, moved.amount, moved.claimId)
    return show(tx, moved, locale)
  })

  route(
    app,
    services,
    declineOffer,
    async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
      const work = { tx, afterCommit }
      const moved = await move(work, await lock(work, params.claimId, uin), {
        event: { type: 'traveller.decline', offer: body.offer },
        actor: `traveller:${uin}`,
        history: [{ type: 'declined' }],
      })
      return show(tx, moved, locale)
    },
  )

  route(app, services, askAgain, async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
    const work = { tx, afterCommit }
    const moved = await move(work, await lock(work, params.claimId, uin), {
      event: { type: 'traveller.askAgain' },
      actor: `traveller:${uin}`,
      history: [{ type: 'askedAgain', words: body.words }],
    })
    return show(tx, moved, locale)
  })

  route(app, services, complain, async ({ tx, afterCommit, traveller: { uin }, params, body, locale }) => {
    const work = { tx, afterCommit }
    const moved = await move(work, await lock(work, params.claimId, uin), {
      event: { type: 'traveller.complain' },
      actor: `traveller:${uin}`,
      history: [{ type: 'complained', words: body.words }],
    })
    return show(tx, moved, locale)
  })

  route(app, services, operatorListClaims, async ({ tx, query, locale }) => {
    const parts = await withClaimParts(tx, await findDueClaims(tx, query.state ?? 'open'))
    return parts.map((part) => toOperatorClaim(part, services, locale))
  })

  route(app, services, operatorGetClaim, async ({ tx, params, locale }) =>
    showOperator(tx, await findClaim(tx, params.claimId), locale),
  )

  route(app, services, operatorStartClaim, async ({ tx, afterCommit, params, employee, locale }) => {
    const work = { tx, afterCommit }
    const moved = await move(work, await lock(work, params.claimId), {
      event: { type: 'operator.start' },
      actor: `employee:${employee.employeeId}`,
      history: [{ type: 'started' }],
    })
    return showOperator(tx, moved, locale)
  })

  route(app, services, operatorOfferClaim, async ({ tx, afterCommit, params, body, employee, locale }) => {
    const work = { tx, afterCommit }
    const locked = await lock(work, params.claimId)
    const others = (await siblingsOf(tx, locked.order.orderId)).filter(
      ({ claimId }) => claimId !== params.claimId,
    )
    const limit = claimLimit(locked.order, others)
    if (body.amount > limit) throw beyondCover(limit)
    const { amount, words } = body
    const moved = await move(work, locked, {
      event: { type: 'operator.offer', amount },
      actor: `employee:${employee.employeeId}`,
      changes: { offerWords: words, offerTime: now() },
      history: [{ type: 'offered', words, amount }],
    })
    return showOperator(tx, moved, locale)
  })

  route(
    app,
    services,
    operatorAnswerComplaint,
    async ({ tx, afterCommit, params, body, employee, locale }) => {
      const work = { tx, afterCommit }
      const moved = await move(work, await lock(work, params.claimId), {
        event: { type: 'operator.answer' },
        actor: `employee:${employee.employeeId}`,
        history: [{ type: 'answered', words: body.words }],
      })
      return showOperator(tx, moved, locale)
    },
  )

  route(app, services, operatorPayClaim, async ({ tx, afterCommit, params, body, employee, locale }) => {
    const work = { tx, afterCommit }
    const locked = await lock(work, params.claimId)
    const actor = `employee:${employee.employeeId}`
    const moved = await payOut(work, services, locked, { reference: body.reference, actor })
    if (!moved) throw notNow()
    return showOperator(tx, moved, locale)
  })
}
