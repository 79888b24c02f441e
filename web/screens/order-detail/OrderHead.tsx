import type { OrderStatus } from '@handsfree/core/api'
import { pageHeadWords, statusWords } from '@handsfree/core/words'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { toneOf } from '../../order/status-tones.ts'
import { Headline, StatusBadge } from '../../ui/index.ts'
import styles from './OrderHead.module.css'
import type { OrderProps } from './order-props.ts'
import { TripSteps } from './TripSteps.tsx'

export type OrderHeadProps = OrderProps & {
  /** The city whose time every time on the page is; null where it is the traveller's own. */
  clockCity: string | null
}

/** The status, where the bags are or what to do with them now, and how far they are; read out when it changes. */
export function OrderHead({ order, clockCity }: OrderHeadProps) {
  const intl = useIntl()
  const { title, detail } = pageHeadWords(intl, order, useNow())
  const [shownFirst] = useState<OrderStatus>(order.status)
  return (
    <>
      <div className={styles.head} aria-live="polite">
        <div className={styles.news} key={order.status} data-news={order.status !== shownFirst || undefined}>
          <StatusBadge tone={toneOf(order)}>{statusWords(intl, order)}</StatusBadge>
          <Headline level={2} detail={detail}>
            {title}
          </Headline>
        </div>
      </div>
      <TripSteps order={order} />
      {clockCity !== null && (
        <p className={styles.clock}>{intl.formatMessage({ id: 'time.allIn' }, { city: clockCity })}</p>
      )}
    </>
  )
}
