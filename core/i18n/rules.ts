import { policy } from '../policy/numbers.ts'
import { storageFeeAirport } from '../policy/storage-fee.ts'
import type { Formatter } from './formatter.ts'
import type { MessageKeyUnder } from './message-key.ts'
import { formatMoney } from './money.ts'
import { promiseText } from './promise.ts'
import { formatHour } from './time.ts'

/** Rules with one shared sentence, which messages of several pages embed. */
const rules = [
  'change',
  'claim',
  'claimCode',
  'claimStart',
  'complaint',
  'cover',
  'fewerBags',
  'forbidden',
  'hotelWait',
  'keptAfterDeletion',
  'lateCancellation',
  'lateDelivery',
  'missedPickup',
  'photoPlace',
  'receiverLink',
  'refundOnCancel',
  'refusedBags',
  'return',
  'returnCost',
  'size',
  'storage',
  'surcharge',
  'yourData',
] as const satisfies readonly MessageKeyUnder<'rule'>[]

const policyValues = (intl: Formatter) => ({
  ...policy,
  returnKeepDays: policy.returnKeepHours / 24,
  returnPrice: formatMoney({ amount: policy.returnFee, currency: storageFeeAirport.currency }, intl, {
    round: true,
  }),
  deliveryGapHours: policy.deliveryGapMinutes / 60,
  addressOpens: formatHour(policy.addressOpens, intl),
  addressCloses: formatHour(policy.addressCloses, intl),
  hotlineHours: hotlineText(intl),
  airport: intl.formatMessage({ id: 'policy.storageFeeAirport' }),
  storageFee: formatMoney(
    { amount: storageFeeAirport.perPiece, currency: storageFeeAirport.currency },
    intl,
    { round: true },
  ),
})

/** Hours of the hotline: "24/7". */
export const hotlineText = (intl: Formatter): string => {
  const [hoursPerDay = ''] = policy.hotlineHours.split('/')
  return intl.formatMessage({ id: 'policy.hotlineHours' }, { hotlineHours: policy.hotlineHours, hoursPerDay })
}

/** All values for messages about promises: the policy's numbers, and each rule as a sentence without its full stop. */
export function promiseValues(intl: Formatter): Record<string, string | number> {
  const values = policyValues(intl)
  const sentences = rules.map((rule) => [rule, intl.formatMessage({ id: `rule.${rule}` }, values)])
  return {
    ...values,
    ...Object.fromEntries(sentences),
    freeCancellation: promiseText(intl, 'freeCancellation'),
    freeWait: promiseText(intl, 'freeWait'),
    refusal: promiseText(intl, 'refusal'),
  }
}
