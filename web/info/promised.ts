import { policy, storageFeeAirport } from '@handsfree/core/policy'
import type { IntlShape } from 'react-intl'
import { formatMoney } from '../format/index.ts'

/** Every number that a text may promise, by its name in the messages. */
export const promised = {
  ...policy,
  deliveryGapHours: policy.deliveryGapMinutes / 60,
}

/** The same, with the one airport where storage costs extra. */
export const promisedWithFee = (intl: IntlShape) => {
  const { perPiece: amount, currency } = storageFeeAirport
  return {
    ...promised,
    airport: intl.formatMessage({ id: 'policy.storageFeeAirport' }),
    storageFee: formatMoney({ amount, currency }, intl, { round: true }),
  }
}
