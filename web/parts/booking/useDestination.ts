import { createDestination } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import { useSearch } from 'wouter'
import { destinationParameter, qrIdOf, repeatedParameter, withDestination } from '../../app/address.ts'
import { navigate } from '../../app/navigate.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'

/**
 * Destination of a new order, from the page's query. `site` is null until it is read. `opening` is the path of the
 * form being opened.
 */
export function useDestination() {
  const search = useSearch()
  const query = new URLSearchParams(search)
  const toSiteId = query.get(destinationParameter)
  const orderId = query.get(repeatedParameter)
  const actor = useScreenActor((app) =>
    createDestination(app, toSiteId, async ({ path, isReplaced: replace }, site, signal) => {
      const qrId = qrIdOf(path)
      // Imported here because these modules belong to the form's chunk.
      const deliverModule = site && qrId !== null && (await import('./deliver-to.ts').catch(() => null))
      if (orderId !== null && qrId !== null && !signal.aborted) {
        const repeating = await import('./next-trip.ts').catch(() => null)
        await repeating?.repeatOrder(app, { qrId, orderId, toSiteId }, signal)
      }
      if (signal.aborted) return
      if (deliverModule) return deliverModule.deliverTo(app, qrId, site, { replace })
      navigate(path, { replace })
    }),
  )
  /** Opens a form, with the site as its destination if the site could be read. */
  const begin = useCallback(
    (path: string, { replace = false }: { replace?: boolean } = {}) =>
      actor.send({ type: 'place.choose', path, isReplaced: replace }),
    [actor],
  )
  const opening = useSelector(actor, (snapshot) =>
    snapshot.hasTag('busy') ? (snapshot.context.chosenPlace?.path ?? null) : null,
  )
  const siteId = useSelector(actor, ({ context }) => context.siteId)
  return {
    siteId,
    pathOn: (path: string) => withDestination(path, siteId, orderId),
    site: useSelector(actor, ({ context }) => context.site),
    opening,
    begin,
  }
}
