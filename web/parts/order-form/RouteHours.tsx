import { areaOf, type DeliveryChoice, routeOf } from '@handsfree/core/booking'
import type { QrSite } from '@handsfree/core/contract'
import { closedDaysText, isOtherTimeZone, joinParts } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { InlineList } from '../../ui/index.ts'
import styles from './OrderForm.module.css'
import { useRouteText } from './useRouteText.ts'

/** Opening hours are in the destination's time zone. */
export function RouteHours({ place, delivery }: { place: QrSite; delivery: DeliveryChoice | null }) {
  const intl = useIntl()
  const now = useNow()
  const { hoursText, earliestText, feeText } = useRouteText()
  const route = routeOf(place, delivery)
  if (!route?.ok) return null
  const { destination, travelMinutes, distanceFee, storageFee } = route.value
  const regionId = delivery?.kind === 'site' ? delivery.site.regionId : delivery?.regionId
  const city = areaOf(place, regionId ?? '')?.name
  const isOtherClock = isOtherTimeZone(now, destination.timeZone, place.site.timeZone)
  return (
    <p className={styles.hours}>
      <InlineList
        text={joinParts([
          hoursText(destination.hours),
          isOtherClock && city && intl.formatMessage({ id: 'time.ofCity' }, { city }),
          closedDaysText(intl, destination, now),
          earliestText(travelMinutes),
          feeText(distanceFee + storageFee, place.priceRule.currency),
        ])}
      />
    </p>
  )
}
