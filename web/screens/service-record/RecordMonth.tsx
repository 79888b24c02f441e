import type { Order } from '@handsfree/core/api'
import { type ServiceMonth, settlement } from '@handsfree/core/order'
import { statusWords } from '@handsfree/core/words'
import { type IntlShape, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { formatMoney, formatTime, joinParts } from '../../format/index.ts'
import { Card, Row, Section, TextLink } from '../../ui/index.ts'

/** "2 orders completed · 1 cancelled · ¥196.00" */
const summaryOf = (intl: IntlShape, { completed, cancelled, undelivered, totals }: ServiceMonth): string =>
  joinParts([
    completed > 0 && intl.formatMessage({ id: 'record.completed' }, { count: completed }),
    cancelled > 0 && intl.formatMessage({ id: 'record.cancelled' }, { count: cancelled }),
    undelivered > 0 && intl.formatMessage({ id: 'record.undelivered' }, { count: undelivered }),
    ...totals.map((total) => formatMoney(total, intl)),
  ])

export function RecordMonth({ month }: { month: ServiceMonth }) {
  const intl = useIntl()
  const name = intl.formatDate(`${month.month}-01`, { timeZone: 'UTC', year: 'numeric', month: 'long' })
  return (
    <Section
      title={name}
      aside={month.isWhole ? summaryOf(intl, month) : intl.formatMessage({ id: 'record.partial' })}
    >
      <Card kind="rows">
        {month.orders.map((order) => (
          <RecordRow order={order} key={order.orderId} />
        ))}
      </Card>
    </Section>
  )
}

function RecordRow({ order }: { order: Order }) {
  const intl = useIntl()
  const now = useNow()
  const time = formatTime(order.createTime, { intl, now, timeZone: order.timeZone, city: order.cityName })
  return (
    <Row
      strong
      title={order.delivery.name}
      detail={joinParts([time, statusWords(intl, order), formatMoney(settlement(order).kept, intl)])}
      end={
        <TextLink href={`/order/detail/${order.orderId}`} forward stretched>
          <span className="unseen">
            {intl.formatMessage({ id: 'record.open' }, { orderNumber: order.orderNumber })}
          </span>
        </TextLink>
      }
    />
  )
}
