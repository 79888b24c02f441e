import {
  deliveryDays,
  deliverySlots,
  pickupDays,
  pickupSlots,
  routeOfTimes,
  selectMovedTimes,
  selectPlace,
} from '@handsfree/core/booking'
import type { QrSite } from '@handsfree/core/contract'
import { closedDaysText, formatTime } from '@handsfree/core/i18n'
import { shallowEqual } from '@xstate/react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { useNow } from '../../app/useNow.ts'
import { Alert } from '../../ui/index.ts'
import { TripTimes } from '../format/TripTimes.tsx'
import { FormPart } from './FormPart.tsx'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useDraftField,
  useFieldError,
  useIsEditable,
} from './form-fields.ts'
import styles from './OrderForm.module.css'
import { RouteHours } from './RouteHours.tsx'
import { SlotPicker, type Slots } from './SlotPicker.tsx'
import { useFormSelector } from './useFormSelector.ts'

/** `only`: the bags are already picked up. */
export function WhenPart({ form, only }: SectionProps & { only?: 'delivery' | undefined }) {
  const intl = useIntl()
  const place = useFormSelector(form, selectPlace)
  const hasOtherClock = useIsOtherTimeZone(place.site.timeZone)
  const city = hasOtherClock && <FormattedMessage id="time.ofCity" values={{ city: place.site.regionName }} />
  return (
    <FormPart
      form={form}
      part="when"
      title={intl.formatMessage({ id: 'orderForm.when' })}
      aside={city}
      summary={
        <>
          <TimesSummary form={form} place={place} />
          {city && <> · {city}</>}
        </>
      }
      notice={<MovedTimes form={form} place={place} />}
    >
      <div className={styles.times}>
        {!only && <PickupTime form={form} place={place} />}
        <DeliveryTime form={form} place={place} isPickedUp={only === 'delivery'} />
      </div>
    </FormPart>
  )
}

type TimeProps = SectionProps & { place: QrSite }

const TimesSummary = ({ form, place }: TimeProps) => {
  const pickupTime = useDraftField(form, 'pickupTime')
  const deliveryTime = useDraftField(form, 'deliveryTime')
  return <TripTimes times={{ pickupTime, deliveryTime }} timeZone={place.site.timeZone} />
}

function PickupTime({ form, place: { site } }: TimeProps) {
  const intl = useIntl()
  const now = useNow()
  const pickupTime = useDraftField(form, 'pickupTime')
  const error = useFieldError(form, 'pickupTime')
  const isEditable = useIsEditable(form)
  const slots = useMemo(
    (): Slots => ({
      timeZone: site.timeZone,
      days: pickupDays(now, site),
      slotsOf: (day) => pickupSlots(day, now, site),
    }),
    [site, now],
  )
  const closedDays = closedDaysText(intl, site, now)
  return (
    <div id={fieldId('pickupTime')}>
      <h3 className={styles.timeTitle}>
        <FormattedMessage id="orderForm.pickup" />
      </h3>
      {closedDays && <p className={styles.hours}>{closedDays}</p>}
      <SlotPicker
        dayLabel={intl.formatMessage({ id: 'orderForm.pickupDay' })}
        slotLabel={intl.formatMessage({ id: 'orderForm.pickupTime' })}
        slots={slots}
        now={now}
        value={pickupTime}
        isEditable={isEditable}
        error={error}
        onChange={(slot) => changeDraft(form, { pickupTime: slot })}
      />
    </div>
  )
}

function DeliveryTime({ form, place, isPickedUp }: TimeProps & { isPickedUp: boolean }) {
  const intl = useIntl()
  const now = useNow()
  const delivery = useDraftField(form, 'delivery')
  const pickupTime = useDraftField(form, 'pickupTime')
  const deliveryTime = useDraftField(form, 'deliveryTime')
  const error = useFieldError(form, 'deliveryTime')
  const isEditable = useIsEditable(form)
  // Before pickup every delivery slot is in the future.
  const notBefore = isPickedUp ? now + 1 : 0
  const slots = useMemo((): Slots | null => {
    if (!pickupTime) return null
    const route = routeOfTimes(place, delivery)
    return {
      timeZone: route.timeZone,
      days: deliveryDays(pickupTime, route, notBefore),
      slotsOf: (day) => deliverySlots(day, pickupTime, route, notBefore),
    }
  }, [place, delivery, pickupTime, notBefore])
  if (!slots) return null
  return (
    <div id={fieldId('deliveryTime')}>
      <h3 className={styles.timeTitle}>
        <FormattedMessage id="orderForm.delivery" />
      </h3>
      <RouteHours place={place} delivery={delivery} />
      <SlotPicker
        dayLabel={intl.formatMessage({ id: 'orderForm.deliveryDay' })}
        slotLabel={intl.formatMessage({ id: 'orderForm.deliveryTime' })}
        slots={slots}
        now={now}
        value={deliveryTime}
        isEditable={isEditable}
        error={error}
        onChange={(slot) => changeDraft(form, { deliveryTime: slot })}
      />
    </div>
  )
}

const movedTimeKeys = {
  pickupTime: 'orderForm.movedPickup',
  deliveryTime: 'orderForm.movedDelivery',
} as const

/** Chosen times that became unavailable and were moved to later slots. */
function MovedTimes({ form, place }: TimeProps) {
  const intl = useIntl()
  const now = useNow()
  const moved = useFormSelector(form, selectMovedTimes, shallowEqual)
  const draft = useFormSelector(form, ({ context }) => context.draft)
  const { timeZone } = place.site
  return moved.map((field) => (
    <Alert tone="sky" panel key={field}>
      <FormattedMessage
        id={movedTimeKeys[field]}
        values={{ time: formatTime(draft[field] ?? '', { timeZone, now, intl, inSentence: true }) }}
      />
    </Alert>
  ))
}
