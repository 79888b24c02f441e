import type { CallInput, operatorStartTransport } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { reportColumns } from '../domain/crew/reports.ts'
import { findBags } from '../domain/orders/bags.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { type MoveServices, moveOrder } from './move-order.ts'
import { requireTags } from './tags.ts'

/**
 * Records that the bags are on the way, and reports those that aren't loaded. Throws 5003 for an unknown tag, 1008 for
 * missing bags without a reason.
 */
export async function startTransport(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { tagCodes, reason }: CallInput<typeof operatorStartTransport>['body'],
  actor: string,
): Promise<OrderRow> {
  const bags = await findBags(work, order)
  const missingBags = tagCodes ? bags.filter(({ tagCode }) => !tagCodes.includes(tagCode)) : []
  const moved = await moveOrder(work, services, order, {
    event: 'transport.start',
    actor,
    bags: bags.filter((bag) => !missingBags.includes(bag)),
    ...(tagCodes && {
      details: { loadedTags: tagCodes, missingTags: missingBags.map(({ tagCode }) => tagCode) },
    }),
  })
  requireTags(bags, tagCodes ?? [])
  if (missingBags.length === 0) return moved
  if (reason === undefined) {
    throw new ApiError(errorCodes.paramError, 'a bag isn’t loaded: say why', { details: { field: 'reason' } })
  }
  const report = {
    kind: 'bagsMissing',
    bags: missingBags.map(({ position }) => position + 1),
    reason,
  } as const
  return moveOrder(work, services, moved, {
    event: 'exception.report',
    actor,
    reason,
    changes: reportColumns(moved, report, services.now()),
  })
}
