import type { DeliveryTarget, OperatorOrder } from '@handsfree/core/api'
import { type Command, type OptionName, type Options, required } from './command.ts'
import type { Session } from './session.ts'

type OrderCall = {
  session: Session
  order: OperatorOrder
  params: { orderId: string }
  words: string[]
  options: Options
}

/** A command on one order; the first word names it. */
export const onOrder = (
  summary: string,
  {
    words = '',
    minimum = 0,
    options = [],
    more = '',
  }: { words?: string; minimum?: number; options?: readonly OptionName[]; more?: string },
  run: (given: OrderCall) => Promise<unknown>,
): Command => {
  const most = words.includes('…') ? 21 : words.split(' ').filter(Boolean).length
  return {
    usage: ['ORDER', words, more].filter(Boolean).join(' '),
    summary,
    words: [1 + minimum, 1 + most],
    options,
    run: async ({ session, words: [reference = '', ...rest], options: values }) => {
      const order = await session.find(reference)
      return run({ session, order, params: { orderId: order.orderId }, words: rest, options: values })
    },
  }
}

/** Options that name a place where bags go, and how they are written. */
export const placeOptions = ['site', 'region', 'address', 'detail'] as const satisfies OptionName[]
export const placeUsage = '--site SITE | --region REGION --address TEXT [--detail TEXT]'

/** The place that the options name. Throws `UsageError`. */
export const placeOf = ({ site, region, address, detail = '' }: Options): DeliveryTarget =>
  site
    ? { kind: 'site', siteId: site }
    : {
        kind: 'custom',
        regionId: required(region, 'region'),
        address: required(address, 'address'),
        detail,
      }
