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
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIsElsewhere } from '../../app/useIsElsewhere.ts'
import { useNow } from '../../app/useNow.ts'
import { FieldError, Section } from '../../ui/index.ts'
import { RouteHours } from './RouteHours.tsx'
import { SlotPicker, type Slots } from './SlotPicker.tsx'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useDraftField,
  useFieldError,
  useIsEditable,
} from './useField.ts'

export function PickupTimeSection({ placement }: SectionProps) {
  const intl = useIntl()
  const now = useNow()
  const place = useSelector(placement, selectPlace)
  const pickupTime = useDraftField(placement, 'pickupTime')
  const error = useFieldError(placement, 'pickupTime')
  const isEditable = useIsEditable(placement)
  const hasOtherClock = useIsElsewhere(place?.site.timeZone)
  const slots = useMemo((): Slots | null => {
    if (!place) return null
    const { site } = place
    return {
      basis: site.siteId,
      timeZone: site.timeZone,
      days: pickupDays(now, site),
      slotsOf: (day) => pickupSlots(day, now, site),
    }
  }, [place, now])
  if (!place || !slots) return null
  return (
    <Section
      id={fieldId('pickupTime')}
      title={intl.formatMessage({ id: 'orderForm.pickup' })}
      aside={hasOtherClock && <FormattedMessage id="time.ofCity" values={{ city: place.site.regionName }} />}
    >
      <SlotPicker
        dayLabel={intl.formatMessage({ id: 'orderForm.pickupDay' })}
        slotLabel={intl.formatMessage({ id: 'orderForm.pickupTime' })}
        slots={slots}
        now={now}
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
  const delivery = useDraftField(placement, 'delivery')
  const pickupTime = useDraftField(placement, 'pickupTime')
  const deliveryTime = useDraftField(placement, 'deliveryTime')
  const error = useFieldError(placement, 'deliveryTime')
  const isEditable = useIsEditable(placement)
  const now = useNow()
  const route = useMemo(() => {
    const found = place && routeOf(place, delivery)
    return found?.ok ? found.value : place && anyRoute(place)
  }, [place, delivery])
  const slots = useMemo((): Slots | null => {
    if (!route || !pickupTime) return null
    return {
      basis: `${pickupTime} ${route.travelMinutes}`,
      timeZone: route.timeZone,
      days: deliveryDays(pickupTime, route),
      slotsOf: (day) => deliverySlots(day, pickupTime, route),
    }
  }, [route, pickupTime])
  if (!place || !route) return null
  return (
    <Section id={fieldId('deliveryTime')} title={intl.formatMessage({ id: 'orderForm.delivery' })}>
      {pickupTime && <RouteHours place={place} delivery={delivery} />}
      {slots ? (
        <SlotPicker
          dayLabel={intl.formatMessage({ id: 'orderForm.deliveryDay' })}
          slotLabel={intl.formatMessage({ id: 'orderForm.deliveryTime' })}
          slots={slots}
          now={now}
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
