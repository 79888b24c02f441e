import type { Order } from '@handsfree/core/contract'
import {
  arrivesSoonText,
  openQuestionText,
  pageHeadText,
  scanText,
  statusText,
  tripSteps,
} from '@handsfree/core/orders'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { toneOf } from '../../parts/orders/status-tones.ts'
import { Headline, InlineList, StatusBadge } from '../../ui/index.ts'
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
      <span className="unseen">{intl.formatMessage({ id: 'order.status' })} </span>
      <StatusBadge tone={toneOf(order, now)}>{statusText(intl, order, now)}</StatusBadge>
      <Headline level={2} detail={detail} name={(order.returning?.place ?? order.delivery).name}>
        {title}
      </Headline>
    </>
  )
}

/** The last scan, and the time left in the last hour. */
function Whereabouts({ order }: { order: Order }) {
  const intl = useIntl()
  const now = useNow()
  const parts = [scanText(intl, order, now), arrivesSoonText(intl, order, now)].filter(
    (part) => part !== null,
  )
  if (parts.length === 0) return null
  return (
    <p className={styles.whereabouts}>
      <InlineList parts={parts} />
    </p>
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
      {trip && <TripSteps trip={trip} ends={[order.pickup.name, order.delivery.name]} />}
      <Whereabouts order={order} />
      {clockCity !== null && (
        <p className={styles.clock}>{intl.formatMessage({ id: 'time.allIn' }, { city: clockCity })}</p>
      )}
    </>
  )
}
