import { customerViews, type Order } from '@handsfree/core/contract'
import { formatMoney, formatTime, joinParts } from '@handsfree/core/i18n'
import {
  createOrderList,
  type ServiceMonth,
  serviceRecord,
  settlement,
  statusText,
} from '@handsfree/core/orders'
import { selectHasMore, selectListed } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Listing } from '../../parts/reading/Listing.tsx'
import { useListing } from '../../parts/reading/useReading.ts'
import {
  Button,
  Card,
  EmptyListPicture,
  EmptyState,
  Halves,
  Loading,
  Page,
  Row,
  Section,
  Skeleton,
  TextLink,
} from '../../ui/index.ts'
import { OrdersFreshness } from './OrdersFreshness.tsx'

export default function ServiceRecord() {
  const intl = useIntl()
  const list = useScreenActor((app) => createOrderList(app, customerViews.all))
  const orders = useSelector(list, selectListed(list))
  const hasMore = useSelector(list, selectHasMore)
  const { hasFailed } = useListing(list)
  const months = serviceRecord(orders, hasMore)
  return (
    <Page wide bar={<BackBar title={intl.formatMessage({ id: 'record.title' })} />} centered={hasFailed}>
      {!hasFailed && (
        <p className="soft">
          <FormattedMessage id="record.detail" />
        </p>
      )}
      <OrdersFreshness list={list} />
      <Listing list={list} skeleton={<RecordSkeleton />} moreKey="orders.loadingMore" itemHeight="120px">
        <Halves>
          {months.map((month) => (
            <RecordMonth month={month} key={month.month} />
          ))}
        </Halves>
        {months.length === 0 && !hasMore && (
          <EmptyState
            picture={<EmptyListPicture />}
            title={<FormattedMessage id="record.empty" />}
            action={
              <Button kind="gold" href="/qr-code/scan">
                <FormattedMessage id="orders.scan" />
              </Button>
            }
          >
            <FormattedMessage id="record.emptyDetail" />
          </EmptyState>
        )}
      </Listing>
    </Page>
  )
}

const summaryOf = (intl: IntlShape, { completed, cancelled, undelivered, totals }: ServiceMonth): string =>
  joinParts([
    completed > 0 && intl.formatMessage({ id: 'record.completed' }, { count: completed }),
    cancelled > 0 && intl.formatMessage({ id: 'record.cancelled' }, { count: cancelled }),
    undelivered > 0 && intl.formatMessage({ id: 'record.undelivered' }, { count: undelivered }),
    ...totals.map((total) => formatMoney(total, intl)),
  ])

function RecordMonth({ month }: { month: ServiceMonth }) {
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
      detail={joinParts([time, statusText(intl, order, now), formatMoney(settlement(order).kept, intl)])}
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

function RecordSkeleton() {
  const intl = useIntl()
  return (
    <Loading label={intl.formatMessage({ id: 'orders.loading' })}>
      <Skeleton width="38%" />
      <Card kind="rows">
        {['62%', '48%', '56%'].map((width) => (
          <Row
            key={width}
            title={<Skeleton width={width} />}
            detail={<Skeleton width="72%" height="13px" />}
          />
        ))}
      </Card>
    </Loading>
  )
}
