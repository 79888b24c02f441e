import type { CatalogueChange, CatalogueItem, OperatorOrder } from '@handsfree/core/contract'
import { isOpenNow } from '@handsfree/core/sites'
import { collect } from './every-page.ts'
import type { Session } from './session.ts'
import { timeOf } from './time.ts'

type Site = Extract<CatalogueItem, { kind: 'sites' }>['entry']
type OpenOrder = { orderNumber: string; way: 'from' | 'to'; time: string }

/** A change of a site, with the open orders that it leaves as they are booked; null when these cannot be read. */
export type Change = CatalogueChange & { openOrders?: OpenOrder[] | null }

const isMet = ({ kind, change, fields }: CatalogueChange): boolean =>
  kind === 'sites' && (change === 'closed' || fields.includes('hours') || fields.includes('storage'))

/** What is still to be done at a site: the pickup, later the delivery. */
function stepAt(order: OperatorOrder, siteId: string): { way: 'from' | 'to'; time: string } | null {
  const { pickup, delivery, pickupTime, deliveryTime, lifecycle } = order
  if (pickup.siteId === siteId && lifecycle.pickup !== 'pickuped') return { way: 'from', time: pickupTime }
  const isTo = delivery.siteId === siteId && lifecycle.warehouse !== 'handed'
  return isTo ? { way: 'to', time: deliveryTime } : null
}

/**
 * Adds the open orders from and to sites that were closed, or whose storage changed; of those whose hours changed the
 * orders of times at which they are closed now. `sites` are the changed ones as they are now.
 */
export async function withOrders(
  session: Session,
  changes: CatalogueChange[],
  sites: readonly Site[],
): Promise<Change[]> {
  if (!changes.some(isMet)) return changes
  // The change is made: a failure from here on would read as if it were not.
  const orders = await collect(session.list()).catch(() => null)
  const open = orders?.filter(({ lifecycle }) => lifecycle.closing === 'open')
  return changes.map((change) => {
    if (!isMet(change)) return change
    if (!open) return { ...change, openOrders: null }
    const hasHoursAlone = change.change !== 'closed' && !change.fields.includes('storage')
    const site = hasHoursAlone ? sites.find(({ siteId }) => siteId === change.id) : undefined
    const openOrders = open.flatMap((order): OpenOrder[] => {
      const step = stepAt(order, change.id)
      if (!step || (site && isOpenNow(site, Date.parse(step.time)))) return []
      return [{ orderNumber: order.orderNumber, way: step.way, time: timeOf(order, step.time) }]
    })
    return { ...change, openOrders }
  })
}

/** As `withOrders`, of one change. */
export async function withOrdersOf(
  session: Session,
  change: CatalogueChange,
  sites: readonly Site[],
): Promise<Change> {
  const [found = change] = await withOrders(session, [change], sites)
  return found
}
