import type { Order } from '@handsfree/core/contract'
import { openQuestionText, pageHeadText, statusText, tripSteps } from '@handsfree/core/orders'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { toneOf } from '../../parts/orders/status-tones.ts'
import { Headline, StatusBadge } from '../../ui/index.ts'
import styles from './OrderHead.module.css'
import { TripSteps } from './TripSteps.tsx'

export type OrderHeadProps = {
  order: Order
  /** City whose time zone the page uses; null if that is the traveller's own. */
  clockCity: string | null
}

/** The shown order, and the previous one while it fades out. */
type HeadState = { last: Order; leaving: Order | null }

const HeadText = ({ order }: { order: Order }) => {
  const intl = useIntl()
  const now = useNow()
  const { title, detail } = openQuestionText(intl, order) ?? pageHeadText(intl, order, now)
  return (
    <>
      <StatusBadge tone={toneOf(order)}>{statusText(intl, order)}</StatusBadge>
      <Headline level={2} detail={detail} name={(order.returning?.place ?? order.delivery).name}>
        {title}
      </Headline>
    </>
  )
}

/** A live region: screen readers announce status changes. */
export function OrderHead({ order, clockCity }: OrderHeadProps) {
  const intl = useIntl()
  const [{ last, leaving }, setShown] = useState<HeadState>({ last: order, leaving: null })
  const trip = tripSteps(order)
  if (order !== last) setShown({ last: order, leaving: order.status === last.status ? leaving : last })
  return (
    <>
      <div className={styles.head} aria-live="polite">
        <div className={styles.news} key={order.status} data-news={leaving !== null || undefined}>
          <HeadText order={order} />
        </div>
        {leaving && (
          <div
            className={styles.leaving}
            // A key per status: otherwise the end of the previous fade would remove this one.
            key={`before ${order.status}`}
            aria-hidden
            onAnimationEnd={() => setShown({ last: order, leaving: null })}
          >
            <HeadText order={leaving} />
          </div>
        )}
      </div>
      {trip && <TripSteps trip={trip} />}
      {clockCity !== null && (
        <p className={styles.clock}>{intl.formatMessage({ id: 'time.allIn' }, { city: clockCity })}</p>
      )}
    </>
  )
}
