import type { DeliveryTarget, OperatorOrder } from '@handsfree/core/contract'
import type { Command } from 'commander'
import type { Session } from './session.ts'
import { requireOption, type Tool } from './tool.ts'

export const orderCommand = ({ program }: Tool, name: string, description: string): Command =>
  program
    .command(name)
    .description(description)
    .argument('<order>', 'order number or id, or the start of either')

type OrderCall = { session: Session; order: OperatorOrder; params: { orderId: string } }

export const onOrder = <Words extends unknown[]>(
  { run }: Tool,
  action: (call: OrderCall, ...args: Words) => Promise<unknown>,
) =>
  run(async (session, reference: string, ...args: Words) => {
    const order = await session.find(reference)
    return action({ session, order, params: { orderId: order.orderId } }, ...args)
  })

export type PlaceOptions = { site?: string; region?: string; address?: string; detail?: string }

export const addPlaceOptions = (command: Command): Command =>
  command
    .option('--site <site>', 'site id')
    .option('--region <region>', 'region of an address')
    .option('--address <text>', 'street address')
    .option('--detail <text>', 'building and door of the address')

/** Throws `UsageError` without a site, or without region and address. */
export const placeOf = ({ site, region, address, detail = '' }: PlaceOptions): DeliveryTarget =>
  site
    ? { kind: 'site', siteId: site }
    : {
        kind: 'custom',
        regionId: requireOption(region, 'region'),
        address: requireOption(address, 'address'),
        detail,
      }
