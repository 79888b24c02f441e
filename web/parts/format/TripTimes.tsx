import type { Draft } from '@handsfree/core/booking'
import { clockInSentence, dayOf, formatTime } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'

export type TripTimesProps = { times: Pick<Draft, 'pickupTime' | 'deliveryTime'>; timeZone: string }

export function TripTimes({ times, timeZone }: TripTimesProps) {
  const intl = useIntl()
  const now = useNow()
  const { pickupTime, deliveryTime } = times
  if (!pickupTime || !deliveryTime) return null
  const options = { timeZone, now, intl, inSentence: true }
  const isSameDay = dayOf(pickupTime, timeZone) === dayOf(deliveryTime, timeZone)
  return intl.formatMessage(
    { id: 'orderForm.times' },
    {
      pickup: formatTime(pickupTime, options),
      delivery: isSameDay ? clockInSentence(deliveryTime, options) : formatTime(deliveryTime, options),
    },
  )
}
