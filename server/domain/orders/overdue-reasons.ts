import { policy } from '@handsfree/core/policy'

/** Shown only to operators. */
export const missedPickup = `the bags are not picked up ${policy.missedPickupMinutes} minutes after the pickup time`
export const lateDelivery = `the bags are not at their destination ${policy.lateMinutes} minutes after the promised time`
