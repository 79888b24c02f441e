import { type Stop, timeLeftText, windowText } from '@handsfree/core/crew'
import { formatRoom, joinParts, placeLine } from '@handsfree/core/i18n'
import { Navigation, PackageCheck, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNow } from '../app/useNow.ts'
import { MapSheet } from '../parts/sites/MapSheet.tsx'
import { Button, InlineList } from '../ui/index.ts'
import { OrderRow } from './OrderRow.tsx'
import styles from './StopCard.module.css'

export type StopCardProps = { stop: Stop; isNext?: boolean }

/** A place with the orders that the courier takes or leaves there. */
export function StopCard({ stop, isNext = false }: StopCardProps) {
  const intl = useIntl()
  const now = useNow()
  const [isMapOpen, setMapOpen] = useState(false)
  const { kind, place, orders, pieces } = stop
  const left = timeLeftText(intl, stop, now)
  const rooms = [...new Set(orders.map((order) => roomOf(stop, order)))].filter(Boolean)
  const Icon = kind === 'pickup' ? PackageOpen : PackageCheck
  return (
    <article className={styles.card} data-next={isNext || undefined}>
      <div className={styles.top}>
        <span className={styles.kind} data-kind={kind}>
          <Icon size={18} aria-hidden="true" />
          <FormattedMessage id={`crewOrder.${kind}`} />
        </span>
        {left && (
          <span className={styles.left} data-late={left.isLate || undefined}>
            {left.text}
          </span>
        )}
      </div>
      <div className={styles.time}>{windowText(intl, stop, { now, city: place.cityName })}</div>
      <h3 className={styles.name}>{place.name}</h3>
      <p className={styles.address}>
        <InlineList text={placeLine(intl, { ...place, roomNumber: '' })} />
      </p>
      <div className={styles.figures}>
        <span>
          <b>{pieces}</b> <FormattedMessage id="crewHome.bags" values={{ pieces }} />
        </span>
        {rooms.length > 0 && <span>{joinParts(rooms.map((room) => formatRoom(room, intl)))}</span>}
      </div>
      <ul className={styles.orders}>
        {orders.map((order) => (
          <OrderRow key={order.orderId} order={order} isInStop />
        ))}
      </ul>
      {isNext && (
        <>
          <Button
            kind="ghost"
            icon={<Navigation size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setMapOpen(true)}
          >
            <FormattedMessage id="crewOrder.map" />
          </Button>
          <MapSheet open={isMapOpen} place={place} onClose={() => setMapOpen(false)} isOwnPage />
        </>
      )}
    </article>
  )
}

const roomOf = ({ kind }: Stop, order: Stop['orders'][number]): string =>
  (kind === 'pickup' ? order.pickup : order.delivery).roomNumber
