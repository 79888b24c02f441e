import {
  type ChangedFacts,
  changeOrder,
  type Order,
  previewChange,
  requestDestinationChange,
} from '@handsfree/core/api'
import type { Chance } from './chance.ts'
import type { Tab } from './device.ts'

const day = 86_400_000
const later = (time: string) => new Date(Date.parse(time) + day).toISOString()

/** What a traveller thinks of: more or fewer bags, the next day, other words. */
const facts = ({ pieces, pickupTime, deliveryTime }: Order, chance: Chance): ChangedFacts =>
  chance.pick<ChangedFacts>([
    { pieces: pieces + 1 },
    { pieces: Math.max(pieces - 1, 1) },
    { pickupTime: later(pickupTime), deliveryTime: later(deliveryTime) },
    { remarks: 'Ring twice' },
  ])

/** A traveller changes an order, or wishes for another destination. Returns the payment that it waits for. */
export async function changeSomething({ app }: Tab, order: Order, chance: Chance): Promise<string | null> {
  const params = { orderId: order.orderId }
  if (order.changes?.may === 'destination') {
    const body = { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } } as const
    await app.api.call(requestDestinationChange, { params, body, idempotencyKey: app.newKey() })
    return null
  }
  const wanted = facts(order, chance)
  const seen = await app.api.call(previewChange, { params, body: wanted })
  if (!seen.ok) return null
  const body = { facts: wanted, difference: seen.value.difference.amount }
  const changed = await app.api.call(changeOrder, { params, body, idempotencyKey: app.newKey() })
  return changed.ok ? (changed.value.changes?.open?.paymentId ?? null) : null
}
