import { type GuestOrder, orderFields, shownFieldNames } from '@handsfree/core/contract'
import { formatMaskedPhone, formatRoom, formatTime, joinParts } from '@handsfree/core/i18n'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { useNow } from '../../app/useNow.ts'
import { PriceLines } from '../../parts/format/PriceLines.tsx'
import { FromTo, Tag } from '../../ui/index.ts'
import styles from './HandoverTag.module.css'

export function HandoverTag({ order }: { order: GuestOrder }) {
  const intl = useIntl()
  const now = useNow()
  const { timeZone, pickup, delivery, receiver } = order
  const city = useIsOtherTimeZone(timeZone) ? order.cityName : undefined
  const time = (instant: string) => formatTime(instant, { timeZone, now, intl, ...(city ? { city } : {}) })
  return (
    <Tag
      eyelet
      tearOff={
        <>
          <h2 className={styles.title}>{intl.formatMessage({ id: 'orderConfirm.price' })}</h2>
          <PriceLines price={order.quote} />
        </>
      }
    >
      <Part title={intl.formatMessage({ id: 'orderForm.fromAndTo' })}>
        <FromTo
          from={{
            label: intl.formatMessage({ id: 'orderForm.from' }),
            name: pickup.name,
            detail: joinParts([formatRoom(pickup.roomNumber, intl), time(order.pickupTime)]),
          }}
          to={{
            label: intl.formatMessage({ id: 'orderForm.to' }),
            name: delivery.name,
            detail: joinParts([delivery.location.detail, time(order.deliveryTime)]),
          }}
        />
      </Part>
      <Part title={intl.formatMessage({ id: 'orderForm.bags' })}>
        {joinParts([
          intl.formatMessage({ id: 'orderConfirm.bags' }, { count: order.pieces }),
          order.photoCount > 0 &&
            intl.formatMessage({ id: 'orderForm.photoCount' }, { count: order.photoCount }),
        ])}
      </Part>
      <Part title={intl.formatMessage({ id: 'orderForm.receiver' })}>
        <div>{receiver.name}</div>
        <div className="small figures">{formatMaskedPhone(receiver)}</div>
      </Part>
      {shownFieldNames.map(
        (name) =>
          order[name] !== '' && (
            <Part key={name} title={intl.formatMessage({ id: orderFields[name].label })}>
              <p className={styles.remarks}>{order[name]}</p>
            </Part>
          ),
      )}
    </Tag>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
)
