import type { CatalogueChange, CatalogueItem, OperatorOrder } from '@handsfree/core/contract'
import { isOpenNow } from '@handsfree/core/sites'
import { collect } from './every-page.ts'
import type { Session } from './session.ts'
import { timeOf } from './time.ts'

type Site = Extract<CatalogueItem, { kind: 'sites' }>['entry']
type OpenOrder = { orderNumber: string; way: 'from' | 'to'; time: string }

/** A change with the site's open orders, which stay as booked. Null if the orders can't be read. */
export type Change = CatalogueChange & { openOrders?: OpenOrder[] | null }

const affectsOrders = ({ kind, change, fields }: CatalogueChange): boolean =>
  kind === 'sites' && (change === 'closed' || fields.includes('hours') || fields.includes('storage'))

function stopAt(order: OperatorOrder, siteId: string): { way: 'from' | 'to'; time: string } | null {
  const { pickup, delivery, pickupTime, deliveryTime, lifecycle } = order
  if (pickup.siteId === siteId && lifecycle.pickup !== 'pickuped') return { way: 'from', time: pickupTime }
  const isTo = delivery.siteId === siteId && lifecycle.warehouse !== 'handed'
  return isTo ? { way: 'to', time: deliveryTime } : null
}

/**
 * Adds open orders of sites that were closed or changed storage. For changed hours, only adds orders at times that
 * are now closed. `sites` has the new values.
 */
export async function withOrders(
  session: Session,
  changes: CatalogueChange[],
  sites: readonly Site[],
): Promise<Change[]> {
  if (!changes.some(affectsOrders)) return changes
  // Don't throw: the change is already saved, and an error would suggest otherwise.
  const orders = await collect(session.list()).catch(() => null)
  const open = orders?.filter(({ lifecycle }) => lifecycle.closing === 'open')
  return changes.map((change) => {
    if (!affectsOrders(change)) return change
    if (!open) return { ...change, openOrders: null }
    const hasHoursAlone = change.change !== 'closed' && !change.fields.includes('storage')
    const site = hasHoursAlone ? sites.find(({ siteId }) => siteId === change.id) : undefined
    const openOrders = open.flatMap((order): OpenOrder[] => {
      const step = stopAt(order, change.id)
      if (!step || (site && isOpenNow(site, Date.parse(step.time)))) return []
      return [{ orderNumber: order.orderNumber, way: step.way, time: timeOf(order, step.time) }]
    })
    return { ...change, openOrders }
  })
}

export async function withOrdersOf(
  session: Session,
  change: CatalogueChange,
  sites: readonly Site[],
): Promise<Change> {
  const [found = change] = await withOrders(session, [change], sites)
  return found
}
