import type { Order, TraceEvent } from '@handsfree/core/contract'
import { formatShortTime, phoneHref } from '@handsfree/core/i18n'
import {
  isOpen,
  isOver,
  type OrderDetailActor,
  selectTrace,
  traceDetails,
  traceTitle,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { Card, InlineList, Section, type Step, Steps, TextLink } from '../../ui/index.ts'
import { OrderFreshness } from './OrderFreshness.tsx'
import styles from './Trace.module.css'

/** Latest first, in the pickup site's time zone. Phones show only the latest event at first. */
export function Trace({ actor, order }: { order: Order; actor: OrderDetailActor }) {
  const intl = useIntl()
  const now = useNow()
  const trace = useSelector(actor, selectTrace)
  const [isExpanded, setExpanded] = useState(false)
  const newest = trace.at(-1)
  const [initialTraceId] = useState(newest?.traceId)
  const { timeZone } = order
  const title = intl.formatMessage({ id: 'trace.title' })
  const steps = trace.map((event, index): Step => {
    const time = formatShortTime(Date.parse(event.time), { intl, now, timeZone })
    const isNewest = event === newest
    return {
      id: event.traceId,
      title: traceTitle(intl, event),
      detail: traceDetail(intl, event, trace.slice(0, index), { timeZone, now }),
      time: { text: time, dateTime: event.time },
      state: event.type === 'review_failed' ? 'failed' : isNewest && isOpen(order) ? 'now' : 'done',
      isNew: isNewest && event.traceId !== initialTraceId,
    }
  })
  const earlierCount = steps.length - 1
  const isFolded = !isExpanded && earlierCount > 0
  return (
    <Section title={title} aside={!isOver(order) && <OrderFreshness actor={actor} order={order} />}>
      <Card>
        <div className={styles.trace} data-folded={isFolded || undefined}>
          <Steps label={title} steps={steps.reverse()} />
          {isFolded && (
            <div className={styles.whole}>
              <TextLink onClick={() => setExpanded(true)}>
                {intl.formatMessage({ id: 'trace.showAll' }, { count: earlierCount })}
              </TextLink>
            </div>
          )}
        </div>
      </Card>
    </Section>
  )
}

/** The facts of an event on one line, phone numbers as links; null without facts. */
export function traceDetail(
  intl: IntlShape,
  event: TraceEvent,
  earlierEvents: readonly TraceEvent[],
  zone?: Parameters<typeof traceDetails>[3],
): ReactNode {
  const facts = traceDetails(intl, event, earlierEvents, zone)
  if (facts.length === 0) return null
  const parts = facts.map(({ text, phone }) => (phone ? <a href={phoneHref(text)}>{text}</a> : text))
  return <InlineList parts={parts} />
}
