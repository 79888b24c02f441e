import {
  anyRoute,
  deliveryDays,
  deliverySlots,
  pickupDays,
  pickupSlots,
  routeOf,
  selectPlace,
} from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { isElsewhere } from '../../format/index.ts'
import { FieldError, Section } from '../../ui/index.ts'
import { RouteHours } from './RouteHours.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useDraft,
  useFieldError,
  useIsEditable,
} from './useField.ts'

export function PickupTimeSection({ placement }: SectionProps) {
  const intl = useIntl()
  const now = useNow()
  const place = useSelector(placement, selectPlace)
  const { pickupTime } = useDraft(placement)
  const error = useFieldError(placement, 'pickupTime')
  const isEditable = useIsEditable(placement)
  if (!place) return null
  const { timeZone } = place.site
  return (
    <Section
      id={fieldId('pickupTime')}
      title={intl.formatMessage({ id: 'orderForm.pickup' })}
      aside={
        isElsewhere(now, timeZone) && (
          <FormattedMessage id="time.ofCity" values={{ city: place.site.regionName }} />
        )
      }
    >
      <SlotPicker
        dayLabel={intl.formatMessage({ id: 'orderForm.pickupDay' })}
        slotLabel={intl.formatMessage({ id: 'orderForm.pickupTime' })}
        timeZone={timeZone}
        days={pickupDays(now, place.site)}
        slotsOf={(day) => pickupSlots(day, now, place.site)}
        value={pickupTime}
        isEditable={isEditable}
        error={error}
        onChange={(slot) => changeDraft(placement, { pickupTime: slot })}
      />
    </Section>
  )
}

export function DeliveryTimeSection({ placement }: SectionProps) {
  const intl = useIntl()
  const place = useSelector(placement, selectPlace)
  const { delivery, pickupTime, deliveryTime } = useDraft(placement)
  const error = useFieldError(placement, 'deliveryTime')
  const isEditable = useIsEditable(placement)
  if (!place) return null
  const found = routeOf(place, delivery)
  const route = found?.ok ? found.value : anyRoute(place)
  return (
    <Section id={fieldId('deliveryTime')} title={intl.formatMessage({ id: 'orderForm.delivery' })}>
      {pickupTime && <RouteHours place={place} delivery={delivery} />}
      {pickupTime ? (
        <SlotPicker
          key={`${pickupTime} ${route.travelMinutes}`}
          dayLabel={intl.formatMessage({ id: 'orderForm.deliveryDay' })}
          slotLabel={intl.formatMessage({ id: 'orderForm.deliveryTime' })}
          timeZone={route.timeZone}
          days={deliveryDays(pickupTime, route)}
          slotsOf={(day) => deliverySlots(day, pickupTime, route)}
          value={deliveryTime}
          isEditable={isEditable}
          error={error}
          onChange={(slot) => changeDraft(placement, { deliveryTime: slot })}
        />
      ) : (
        <>
          <p className="soft">
            <FormattedMessage id="orderForm.pickupFirst" values={{ hours: route.travelMinutes / 60 }} />
          </p>
          <FieldError>{error}</FieldError>
        </>
      )}
    </Section>
  )
}
