import type { Order } from '@handsfree/core/contract'
import { formatPersonName, phoneHref } from '@handsfree/core/i18n'
import type { NextAction } from '@handsfree/core/orders'
import {
  cardSide,
  handInWay,
  isBeforePickup,
  lastPlaceOf,
  type OrderHero,
  usableClaimCode,
} from '@handsfree/core/orders'
import { Phone, Truck } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Button, langOf, Tag } from '../../ui/index.ts'
import { ClaimCode } from './ClaimCode.tsx'
import styles from './ClaimTag.module.css'

export type ClaimTagProps = { order: Order; act: NextAction | null; hero: OrderHero | null; now: number }

export function ClaimTag({ order, act, hero, now }: ClaimTagProps) {
  const intl = useIntl()
  const claimCode = usableClaimCode(order)
  if (!claimCode) return null
  const { orderId, orderNumber } = order
  // The surcharge section has its own call button.
  const isCallable = order.status !== 'pending_surcharge' || order.surcharge.amount === 0
  const courier = order.courier && <CourierLine courier={order.courier} isCallable={isCallable} />
  if (isBeforePickup(order)) {
    const later = (
      <details className={styles.later}>
        <summary>
          <span>{intl.formatMessage({ id: 'claim.title' })}</span>
          <span className="small">
            {intl.formatMessage({ id: 'claim.later' }, { place: lastPlaceOf(order).name })}
          </span>
        </summary>
        <ClaimCode claimCode={claimCode} orderNumber={orderNumber} size="small" />
      </details>
    )
    if (hero !== 'handIn') return <Tag tearOff={courier && later}>{courier ?? later}</Tag>
    return (
      <Tag eyelet tearOff={later}>
        <OrderNumber order={order} />
        {courier}
      </Tag>
    )
  }
  return (
    <Tag tearOff={courier}>
      <ClaimCode
        claimCode={claimCode}
        orderNumber={orderNumber}
        size={hero === 'claim' ? 'large' : 'small'}
        kind={act === 'collect' ? 'gold' : 'ghost'}
        {...(cardSide(order, now) === 'delivery' ? { href: `/order/card/${orderId}` } : {})}
      />
    </Tag>
  )
}

function OrderNumber({ order }: { order: Order }) {
  const intl = useIntl()
  return (
    <div className={styles.number}>
      <div className="small">{intl.formatMessage({ id: `handIn.number.${handInWay(order)}` })}</div>
      <div className={styles.figure}>{order.orderNumber}</div>
      <Button size="small" href={`/order/card/${order.orderId}`}>
        {intl.formatMessage({ id: 'card.title' })}
      </Button>
    </div>
  )
}

type CourierLineProps = { courier: NonNullable<Order['courier']>; isCallable: boolean }

function CourierLine({ courier: { phone, plate, ...courier }, isCallable }: CourierLineProps) {
  const intl = useIntl()
  const name = formatPersonName(courier.name, intl)
  return (
    <div className={styles.courier}>
      <span className={styles.disc}>
        <Truck size={20} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <div className={styles.name}>
          <span className="unseen">{intl.formatMessage({ id: 'order.courier' })} </span>
          {name}
        </div>
        {plate && (
          <div className="small">
            {intl.formatMessage(
              { id: 'order.plate' },
              {
                plate: (
                  <span lang={langOf(plate)} key="plate">
                    {plate}
                  </span>
                ),
              },
            )}
          </div>
        )}
      </div>
      {phone && isCallable && (
        <Button size="small" icon={<Phone size={18} aria-hidden="true" />} href={phoneHref(phone)}>
          {intl.formatMessage({ id: 'order.call' })}
          <span className="unseen"> {name}</span>
        </Button>
      )}
    </div>
  )
}
