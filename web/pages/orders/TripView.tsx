import type { Trip, TripPlace } from '@handsfree/core/contract'
import { afterWords, expectedArrivalText, formatTime, joinParts, placeLine } from '@handsfree/core/i18n'
import {
  selectTripIsBehind,
  selectTripIsLive,
  selectTripReadAt,
  stepsOfTrip,
  type TripActor,
  tripText,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { Navigation } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { useNow } from '../../app/useNow.ts'
import { FreshnessAlert, FreshnessLine, useFreshness } from '../../parts/reading/Freshness.tsx'
import { MapSheet } from '../../parts/sites/MapSheet.tsx'
import { Alert, Button, Card, FromTo, Headline, InlineList, Section, Tag } from '../../ui/index.ts'
import { ClaimCode } from './ClaimCode.tsx'
import { TripSteps } from './TripSteps.tsx'
import styles from './TripView.module.css'

type TripProps = { trip: Trip }

/** The API omits room number and phone for receivers. */
const placeOf = (place: TripPlace) => ({ ...place, roomNumber: '', phone: '' })

export function TripView({ actor, trip }: TripProps & { actor: TripActor }) {
  const intl = useIntl()
  const now = useNow()
  const hasOtherClock = useIsOtherTimeZone(trip.timeZone)
  // The page names the time zone's city once, below.
  const { title, detail } = tripText(intl, { ...trip, cityName: '' }, now)
  useCustomTitle(joinParts([title, trip.orderNumber]))
  const steps = stepsOfTrip(trip)
  const freshness = useTripFreshness(actor, trip)
  return (
    <>
      <div aria-live="polite">
        <Headline level={2} detail={detail}>
          {title}
        </Headline>
      </div>
      <p className={styles.line}>
        {freshness && <FreshnessLine {...freshness} />}
        <span className="figures">{trip.orderNumber}</span>
      </p>
      {hasOtherClock && (
        <p className={`small ${styles.zone}`}>
          {intl.formatMessage({ id: 'time.allIn' }, { city: trip.cityName })}
        </p>
      )}
      {steps && <TripSteps trip={steps} />}
      <div className={styles.parts}>
        <FreshnessAlert
          freshness={freshness}
          offlineKey="trip.offline"
          staleKey="freshness.stale"
          onRetry={() => actor.send({ type: 'trip.retry' })}
        />
        <Code trip={trip} />
      </div>
      <Places trip={trip} />
      {trip.endTime && (
        <p className={`small ${styles.end}`}>
          {intl.formatMessage(
            { id: 'trip.ends' },
            {
              when: afterWords(
                intl,
                formatTime(trip.endTime, { intl, now, timeZone: trip.timeZone, inSentence: true }),
              ),
            },
          )}
        </p>
      )}
    </>
  )
}

function useTripFreshness(actor: TripActor, { timeZone }: Trip) {
  const isLive = useSelector(actor, selectTripIsLive)
  const isStale = useSelector(actor, selectTripIsBehind)
  const readAt = useSelector(actor, selectTripReadAt)
  return useFreshness({ isLive, isStale, readAt, timeZone })
}

function Code({ trip: { claimCode, orderNumber, stage, returning } }: TripProps) {
  const intl = useIntl()
  if (claimCode) {
    const isThere = (stage === 'arrived' || stage === 'stored') && returning !== 'moving'
    return (
      <Tag>
        <ClaimCode claimCode={claimCode} orderNumber={orderNumber} size={isThere ? 'large' : 'small'} />
      </Tag>
    )
  }
  if (stage === 'collected' || stage === 'calledOff') return null
  return (
    <Alert tone="sky" panel>
      {intl.formatMessage({ id: 'trip.codeWithSender' })}
    </Alert>
  )
}

function Places({ trip }: TripProps) {
  const intl = useIntl()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const moment = (id: MessageKeyUnder<'orderTag'>, time: string) =>
    intl.formatMessage(
      { id: `orderTag.${id}` },
      { time: formatTime(time, { intl, now, timeZone: trip.timeZone, inSentence: true }) },
    )
  const { pickup, delivery, stage } = trip
  const arrivalText = trip.handedTime
    ? moment('completed', trip.handedTime)
    : trip.returning !== 'asked' &&
      ['waiting', 'pickedUp', 'onTheWay'].includes(stage) &&
      expectedArrivalText(trip, { intl, now, timeZone: trip.timeZone })
  const detail = (place: TripPlace, time: string | false) => (
    <>
      <div>
        <InlineList text={placeLine(intl, placeOf(place), place === delivery ? pickup : undefined)} />
      </div>
      {time && <div className={styles.time}>{time}</div>}
    </>
  )
  return (
    <Section title={intl.formatMessage({ id: 'orderForm.fromAndTo' })}>
      <Card>
        <FromTo
          labelled
          from={{
            label: intl.formatMessage({ id: 'places.from' }),
            name: pickup.name,
            detail: detail(
              pickup,
              trip.pickedUpTime ? moment('pickedUp', trip.pickedUpTime) : moment('pickup', trip.pickupTime),
            ),
          }}
          to={{
            label: intl.formatMessage({ id: 'places.to' }),
            name: delivery.name,
            detail: detail(delivery, arrivalText),
            end: (
              <Button
                size="small"
                icon={<Navigation size={18} aria-hidden="true" />}
                aria-haspopup="dialog"
                onClick={() => setOpen(true)}
              >
                {intl.formatMessage({ id: 'places.map' })}
                <span className="unseen"> {delivery.name}</span>
              </Button>
            ),
          }}
        />
      </Card>
      <MapSheet open={isOpen} place={placeOf(delivery)} onClose={() => setOpen(false)} />
    </Section>
  )
}
