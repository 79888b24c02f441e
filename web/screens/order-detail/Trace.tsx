import { type OrderDetailActor, selectTrace } from '@handsfree/core/order'
import { traceTitle } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { isElsewhere, shortMoment } from '../../format/index.ts'
import { traceDetail } from '../../order/trace-words.tsx'
import { Card, Section, type Step, Steps } from '../../ui/index.ts'
import { Freshness } from './Freshness.tsx'
import type { OrderProps } from './order-props.ts'
import styles from './Trace.module.css'

/** From the newest, in the pickup site's time. */
export function Trace({ actor, order }: OrderProps & { actor: OrderDetailActor }) {
  const intl = useIntl()
  const now = useNow()
  const trace = useSelector(actor, selectTrace)
  const { timeZone, cityName, lifecycle } = order
  const title = intl.formatMessage({ id: 'trace.title' })
  const steps = trace.map((event, index): Step => {
    const time = shortMoment(Date.parse(event.time), { intl, now, timeZone })
    const isNow = index === trace.length - 1 && lifecycle.closing === 'open'
    return {
      id: event.traceId,
      title: traceTitle(intl, event),
      detail: traceDetail(intl, event, trace.slice(0, index)),
      time: { text: time, dateTime: event.time },
      state: event.type === 'review_failed' ? 'failed' : isNow ? 'now' : 'done',
    }
  })
  return (
    <Section title={title} aside={<Freshness actor={actor} order={order} />}>
      <Card>
        <Steps label={title} steps={steps.reverse()} />
        {isElsewhere(now, timeZone) && (
          <div className={styles.zone}>{intl.formatMessage({ id: 'time.ofCity' }, { city: cityName })}</div>
        )}
      </Card>
    </Section>
  )
}
