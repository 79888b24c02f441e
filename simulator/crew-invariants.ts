import { operationActions } from '@handsfree/core/contract'
import { CrewActs, type CrewCounts, type LogCount } from './crew-acts.ts'
import type { Invariant } from './invariants.ts'
import type { World } from './world.types.ts'

/** Compares the acts of couriers and desks with the orders' log. */
export async function countCrewActs({
  servers,
  crewIds,
}: Pick<World, 'servers' | 'crewIds'>): Promise<CrewCounts> {
  const logs = await servers.store.query<LogCount>(
    // Beginning a return also reports it, in a second entry of the same time.
    `select substr(actor, 10) as "employeeId", order_id as "orderId", action, count(distinct
      case action when ${operationActions.exceptionCreate} then time::text else operation_id end)::int as count
    from order_operations where actor = any($1) and action = any($2)
    group by actor, order_id, action`,
    [crewIds.map((id) => `employee:${id}`), CrewActs.actions],
  )
  return servers.crewActs.compare(logs)
}

/** Acts of couriers and desks, through the app's queue. */
export const crewInvariants: Record<string, Invariant> = {
  actsAreNotLost: {
    sentence:
      'Each act that an employee’s app accepted is in the order’s log, or shown to its employee as refused.',
    when: 'end',
    check: async (world) => (await countCrewActs(world)).lost,
  },
  actsHappenOnce: {
    sentence: 'Each act is in the order’s log once, and no refused or undone act is.',
    when: 'end',
    check: async (world) => (await countCrewActs(world)).twice,
  },
  actsKeepTheirOrder: {
    sentence: 'Acts of a device on one order arrive in the order of the taps.',
    when: 'often',
    check: ({ servers }) => servers.crewActs.overtaken,
  },
  actPhotosArriveOnce: {
    sentence:
      'The photos of a pickup arrive with it, each once, and stay unless all photos of the order are deleted.',
    when: 'end',
    check: async ({ servers }) => {
      const entries = await servers.store.query<{ employeeId: string; orderId: string; photos: string[] }>(
        `select substr(actor, 10) as "employeeId", order_id as "orderId", jsonb_agg(photo) as photos
        from bag_entries, jsonb_array_elements_text(photos) as photo
        where stage = 'pickup' group by actor, order_id`,
      )
      const deleted = await servers.store.query<{ orderId: string }>(
        `select order_id as "orderId" from orders where photos = '[]'`,
      )
      const kept = servers.crewActs.arrivedPickups.filter(
        (pickup) => !deleted.some(({ orderId }) => orderId === pickup.orderId),
      )
      return kept.flatMap(({ employeeId, orderId, photos }) => {
        const found =
          entries.find((one) => one.employeeId === employeeId && one.orderId === orderId)?.photos ?? []
        return found.length === photos && new Set(found).size === photos
          ? []
          : [`the pickup of ${orderId} has ${found.length} photos instead of ${photos}`]
      })
    },
  },
}
