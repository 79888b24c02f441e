import { isOpen, isOver, type OrderDetailActor, selectTrace } from '@handsfree/core/order'
import { traceTitle } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { shortMoment } from '../../format/index.ts'
import { traceDetail } from '../../order/trace-words.tsx'
import { Card, Section, type Step, Steps, TextLink } from '../../ui/index.ts'
import { OrderFreshness } from './OrderFreshness.tsx'
import type { OrderProps } from './order-props.ts'
import styles from './Trace.module.css'

/** From the newest, in the pickup site's time. A phone shows the newest alone at first. */
export function Trace({ actor, order }: OrderProps & { actor: OrderDetailActor }) {
  const intl = useIntl()
  const now = useNow()
  const trace = useSelector(actor, selectTrace)
  const [isWhole, setWhole] = useState(false)
  const newest = trace.at(-1)
  const [shownFirst] = useState(newest?.traceId)
  const { timeZone } = order
  const title = intl.formatMessage({ id: 'trace.title' })
  const steps = trace.map((event, index): Step => {
    const time = shortMoment(Date.parse(event.time), { intl, now, timeZone })
    const isNewest = event === newest
    return {
      id: event.traceId,
      title: traceTitle(intl, event),
      detail: traceDetail(intl, event, trace.slice(0, index), { timeZone, now }),
      time: { text: time, dateTime: event.time },
      state: event.type === 'review_failed' ? 'failed' : isNewest && isOpen(order) ? 'now' : 'done',
      isNews: isNewest && event.traceId !== shownFirst,
    }
  })
  const earlier = steps.length - 1
  const isFolded = !isWhole && earlier > 0
  return (
    <Section title={title} aside={!isOver(order) && <OrderFreshness actor={actor} order={order} />}>
      <Card>
        <div className={styles.trace} data-folded={isFolded || undefined}>
          <Steps label={title} steps={steps.reverse()} />
          {isFolded && (
            <div className={styles.whole}>
              <TextLink onClick={() => setWhole(true)}>
                {intl.formatMessage({ id: 'trace.showAll' }, { count: earlier })}
              </TextLink>
            </div>
          )}
        </div>
      </Card>
    </Section>
  )
}
