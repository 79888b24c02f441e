import { policy } from '@handsfree/core/policy'

/** Every number that a text may promise, by the name that the messages use. */
export const promised = {
  ...policy,
  deliveryGapHours: policy.deliveryGapMinutes / 60,
}
