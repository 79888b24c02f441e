import type { OperatorOrder, OrderPlace } from '@handsfree/core/contract'
import { nextStopOf, siteDayPath, timeLeftText, windowText } from '@handsfree/core/crew'
import { closedDaysText, hoursText, joinParts, phoneHref, placeLine } from '@handsfree/core/i18n'
import { DoorClosed, Navigation, Phone } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNow } from '../app/useNow.ts'
import { MapSheet } from '../parts/sites/MapSheet.tsx'
import { Button, InlineList, Section } from '../ui/index.ts'
import { useMember } from './member.ts'
import styles from './PlaceCard.module.css'

export type PlaceCardProps = { order: OperatorOrder; kind: 'pickup' | 'delivery'; isNext?: boolean }

/** One end of the trip: the next place is large. */
export function PlaceCard({ order, kind, isNext = false }: PlaceCardProps) {
  const intl = useIntl()
  const now = useNow()
  const { role } = useMember()
  const [isMapOpen, setMapOpen] = useState(false)
  const next = nextStopOf(order)
  const place = next?.kind === kind ? next.place : order[kind]
  const { timeZone, cityName: city } = order
  const time = kind === 'pickup' ? order.pickupTime : order.deliveryTime
  const shownWindow = isNext && next ? next : { from: time, until: time, timeZone }
  const left = isNext && next ? timeLeftText(intl, next, now) : null
  const isPickup = kind === 'pickup'
  return (
    <Section title={intl.formatMessage({ id: `crewOrder.${kind}` })}>
      <div className={styles.card} data-next={isNext || undefined}>
        <div className={styles.time}>
          <span>{windowText(intl, shownWindow, { now, city })}</span>
          {left && (
            <span className={styles.left} data-late={left.isLate || undefined}>
              {left.text}
            </span>
          )}
        </div>
        <h3 className={styles.name}>{place.name}</h3>
        <p className={styles.address}>
          <InlineList text={placeLine(intl, { ...place, roomNumber: '' })} />
        </p>
        <dl className={styles.facts}>
          {place.roomNumber && (
            <div>
              <dt>
                <FormattedMessage id="crewOrder.room" />
              </dt>
              <dd className={styles.large}>{place.roomNumber}</dd>
            </div>
          )}
          {isPickup && order.roomPassword && (
            <div>
              <dt>
                <FormattedMessage id="crewOrder.password" />
              </dt>
              <dd className={styles.large}>{order.roomPassword}</dd>
            </div>
          )}
          {isPickup && isNext && (
            <div>
              <dt>
                <FormattedMessage id="crewOrder.accessLabel" />
              </dt>
              <dd>
                <FormattedMessage id="crewOrder.access" values={{ access: order.access }} />
              </dd>
            </div>
          )}
          <Hours order={order} kind={kind} place={place} now={now} />
        </dl>
        <div className={styles.links}>
          <Button
            kind="ghost"
            size="small"
            icon={<Navigation size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setMapOpen(true)}
          >
            <FormattedMessage id="crewOrder.map" />
          </Button>
          {place.phone && (
            <Button
              kind="ghost"
              size="small"
              icon={<Phone size={20} aria-hidden="true" />}
              href={phoneHref(place.phone)}
              aria-label={intl.formatMessage({ id: 'crewOrder.callNamed' }, { name: place.name })}
            >
              <FormattedMessage id="crewOrder.call" />
            </Button>
          )}
          {role === 'operator' && place.siteId && (
            <Button
              kind="ghost"
              size="small"
              icon={<DoorClosed size={20} aria-hidden="true" />}
              href={siteDayPath(place.siteId)}
              aria-label={intl.formatMessage({ id: 'crewSiteDay.titleNamed' }, { name: place.name })}
            >
              <FormattedMessage id="crewSiteDay.title" />
            </Button>
          )}
        </div>
        <MapSheet open={isMapOpen} place={place} onClose={() => setMapOpen(false)} isOwnPage />
      </div>
    </Section>
  )
}

type HoursProps = PlaceCardProps & { place: OrderPlace; now: number }

/** Own addresses have no hours, and the return's place isn't the order's. */
function Hours({ order, kind, place, now }: HoursProps) {
  const intl = useIntl()
  const { openingHours, timeZone } = order
  if (!openingHours || place.siteId === null || place.siteId !== order[kind].siteId) return null
  const hours = openingHours[kind]
  return (
    <div>
      <dt>
        <FormattedMessage id="crewOrder.hours" />
      </dt>
      <dd>{joinParts([hoursText(intl, hours), closedDaysText(intl, { hours, timeZone }, now)])}</dd>
    </div>
  )
}
