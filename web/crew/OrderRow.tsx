import type { OperatorOrder } from '@handsfree/core/contract'
import { nextStopOf, orderStateText, orderStateTone, shelvesOf, windowText } from '@handsfree/core/crew'
import { bagsText, formatRoom, joinParts } from '@handsfree/core/i18n'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePathname } from 'wouter/use-browser-location'
import { useNow } from '../app/useNow.ts'
import { Anchor, StatusBadge } from '../ui/index.ts'
import { useMember } from './member.ts'
import styles from './OrderRow.module.css'

export type OrderRowProps = {
  order: OperatorOrder
  /** The courier's answers, if they are asked to take it. */
  children?: ReactNode
  /** The card around it has place and time. */
  isInStop?: boolean
}

/** A list item that opens the order. */
export function OrderRow({ order, isInStop = false, children }: OrderRowProps) {
  const intl = useIntl()
  const now = useNow()
  const { employeeId } = useMember()
  const { orderId, orderNumber, pickup, delivery, receiver, pieces } = order
  const next = nextStopOf(order)
  const place = next?.place ?? delivery
  const room = formatRoom(place.roomNumber, intl)
  const facts = [
    bagsText(intl, pieces),
    room,
    receiver.name && intl.formatMessage({ id: 'crewOrder.initials' }, { name: receiver.name }),
    ...shelvesOf(order).map((shelf) => intl.formatMessage({ id: 'crewOrder.shelf' }, { shelf })),
  ]
  return (
    <li className={isInStop ? styles.line : styles.card} data-ask={children ? true : undefined}>
      <div className={styles.words}>
        {!isInStop && (
          <>
            {next && (
              <div className={styles.time}>{windowText(intl, next, { now, city: order.cityName })}</div>
            )}
            <div className={styles.places}>
              <FormattedMessage
                id="crewOrder.route"
                values={{ from: pickup.name, to: (next?.kind === 'delivery' ? place : delivery).name }}
              />
            </div>
          </>
        )}
        <div className={styles.facts}>{joinParts(facts)}</div>
        <div className={styles.state}>
          <StatusBadge tone={orderStateTone(order, employeeId)}>
            {orderStateText(intl, order, employeeId)}
          </StatusBadge>
        </div>
      </div>
      <Anchor
        className={styles.open}
        href={`/crew/orders/${orderId}`}
        aria-current={usePathname() === `/crew/orders/${orderId}` ? 'page' : undefined}
        aria-label={intl.formatMessage({ id: 'crewHome.openOrder' }, { orderNumber })}
      >
        <ChevronRight size={24} aria-hidden="true" />
      </Anchor>
      {children && <div className={styles.answers}>{children}</div>}
    </li>
  )
}
