import {
  getReceiverLink,
  makeReceiverLink as makeReceiverLinkCall,
  readTrip,
  revokeReceiverLink as revokeReceiverLinkCall,
  waitForTrip,
} from '@handsfree/core/contract'
import { hashLinkToken } from '../domain/links/link-token.ts'
import {
  findLinkedOrder,
  findReceiverLink,
  makeReceiverLink,
  revokeReceiverLink,
  toReceiverLink,
} from '../domain/links/receiver-links.ts'
import { toTrip } from '../domain/links/to-trip.ts'
import { createTripWatch } from '../domain/links/trip-watch.ts'
import { createUnknownLinkLimit } from '../domain/links/unknown-link-limit.ts'
import { findOwnOrder } from '../domain/orders/find-orders.ts'
import type { IdentifiedRequest } from '../runtime/http/call.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const linksPlugin: DomainPlugin = (app, services) => {
  const { db, now } = services
  const watch = createTripWatch(services)
  const countUnknown = createUnknownLinkLimit(services, 'trips')

  route(app, services, getReceiverLink, async ({ tx, traveller, params }) => {
    const order = await findOwnOrder(tx, traveller.uin, params.orderId)
    const link = await findReceiverLink(tx, order, now())
    return { link: link && toReceiverLink(services, link, order) }
  })

  route(app, services, makeReceiverLinkCall, async ({ tx, traveller, params, body }) => {
    const order = await findOwnOrder(tx, traveller.uin, params.orderId)
    const link = await makeReceiverLink({ tx }, services, order, body.showsClaimCode)
    return { link: toReceiverLink(services, link, order) }
  })

  route(app, services, revokeReceiverLinkCall, async ({ tx, traveller, params }) => {
    const { orderId } = await findOwnOrder(tx, traveller.uin, params.orderId)
    await revokeReceiverLink({ tx }, orderId, now())
    return { link: null }
  })

  route(app, services, readTrip, async ({ tx, body, locale, request }) =>
    toTrip(tx, await findLinkedOrder(tx, body.token, now(), () => countUnknown(request)), locale),
  )

  /** Runs before the transaction, so that waiting pages don't keep one open. */
  const waitForChange = async ({
    body: { token, version },
    request,
  }: IdentifiedRequest<typeof waitForTrip>) => {
    const found = await findLinkedOrder(db, token, now(), () => countUnknown(request))
    if (found.version !== version) return { isChanged: true }
    const isChanged = await watch.wait(hashLinkToken(token), version)
    if (isChanged) await findLinkedOrder(db, token, now())
    return { isChanged }
  }
  route(app, services, waitForTrip, async ({ beforeResult }) => beforeResult, {
    beforeTransaction: waitForChange,
  })
}
