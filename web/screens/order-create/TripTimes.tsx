import type { QrSite } from '@handsfree/core/api'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { dayOf, formatClock, formatTime } from '../../format/index.ts'
import { type SectionProps, useDraftField } from './useField.ts'

/** Both times in one line; the day is named once when it is the same. */
export function TripTimes({ placement, place }: SectionProps & { place: QrSite }) {
  const intl = useIntl()
  const now = useNow()
  const pickupTime = useDraftField(placement, 'pickupTime')
  const deliveryTime = useDraftField(placement, 'deliveryTime')
  if (!pickupTime || !deliveryTime) return null
  const { timeZone } = place.site
  const options = { timeZone, now, intl }
  const isSameDay = dayOf(pickupTime, timeZone) === dayOf(deliveryTime, timeZone)
  return intl.formatMessage(
    { id: 'orderForm.times' },
    {
      pickup: formatTime(pickupTime, options),
      delivery: isSameDay ? formatClock(deliveryTime, options) : formatTime(deliveryTime, options),
    },
  )
}
