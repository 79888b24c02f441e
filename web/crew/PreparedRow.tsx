import type { PreparedOrder } from '@handsfree/core/contract'
import { bagsText, formatRoom, formatTime, joinParts } from '@handsfree/core/i18n'
import { ChevronRight } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePathname } from 'wouter/use-browser-location'
import { useNow } from '../app/useNow.ts'
import { Anchor, StatusBadge } from '../ui/index.ts'
import styles from './OrderRow.module.css'

/** A list item that opens an order which waits for its guest. */
export function PreparedRow({ order }: { order: PreparedOrder }) {
  const intl = useIntl()
  const now = useNow()
  const { preparedId, receiverName, pickup, delivery, pickupTime, timeZone = 'UTC', pieces } = order
  const path = `/crew/prepared/${preparedId}`
  return (
    <li className={styles.card}>
      <div className={styles.words}>
        <div className={styles.time}>{joinParts([receiverName, formatRoom(pickup.roomNumber, intl)])}</div>
        <StatusBadge tone="sky">
          <FormattedMessage id="crewPrepared.created" />
        </StatusBadge>
        <div className={styles.places}>
          <FormattedMessage id="crewOrder.route" values={{ from: pickup.name, to: delivery.name }} />
        </div>
        <div className={styles.facts}>
          {joinParts([bagsText(intl, pieces), formatTime(pickupTime, { intl, now, timeZone })])}
        </div>
      </div>
      <Anchor
        className={styles.open}
        href={path}
        aria-current={usePathname() === path ? 'page' : undefined}
        aria-label={intl.formatMessage({ id: 'crewDesk.openPrepared' }, { name: receiverName })}
      >
        <ChevronRight size={24} aria-hidden="true" />
      </Anchor>
    </li>
  )
}
