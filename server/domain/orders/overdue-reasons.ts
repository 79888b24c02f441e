import { policy } from '@handsfree/core/policy'

/** Shown to operators. Stored with the order and compared later, so a change would orphan open reports. */
export const missedPickup = `nobody has picked up ${policy.missedPickupMinutes} minutes after the pickup time`
export const lateDelivery = `the bags are not at their destination ${policy.lateMinutes} minutes after the promised time`
