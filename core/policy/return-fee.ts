import type { PriceRule } from '../contract/site.ts'
import { policy } from './numbers.ts'

/**
 * What it costs to send bags back or on that nobody takes: the price rule's fee, or the policy's. Staying in storage
 * costs nothing. Minor units; paid before a courier sets out.
 */
export const returnFeeOf = (rule: Pick<PriceRule, 'returnFee'>): number => rule.returnFee ?? policy.returnFee
