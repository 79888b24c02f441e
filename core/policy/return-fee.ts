import type { PriceRule } from '../contract/site.ts'
import { policy } from './numbers.ts'

/**
 * Fee for returning or forwarding uncollected bags, in minor units: the price rule's fee, else the policy's. Due
 * before a courier sets out. Storage is free.
 */
export const returnFeeOf = (rule: Pick<PriceRule, 'returnFee'>): number => rule.returnFee ?? policy.returnFee
