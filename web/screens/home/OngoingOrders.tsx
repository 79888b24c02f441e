import { customerViews, type Order, type OrderStatus } from '@handsfree/core/api'
import { byUrgency, createOrderList, waitsForTraveller } from '@handsfree/core/order'
import { selectListed } from '@handsfree/core/reading'
import { selectIsLive } from '@handsfree/core/realtime'
import { headlineWords, nextWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FailureAlert } from '../../errors/FailureAlert.tsx'
import { OrderTag } from '../../order/OrderTag.tsx'
import { useListing } from '../../reading/useReading.ts'
import { Card, Headline, Row, Section, TextLink } from '../../ui/index.ts'
import { Draft } from './Draft.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { ScanBelow, ScanCard } from './Scan.tsx'

/** Statuses whose tag itself says what comes next, and when, as long as all goes well. */
const toldByTag: readonly OrderStatus[] = ['reviewing', 'review_pass', 'pending_pickup', 'in_transit']

export default function OngoingOrders() {
  const now = useNow()
  const list = useScreenActor((app) => createOrderList(app, customerViews.ongoing))
  const orders = useSelector(list, selectListed(list))
  const { isLoading, hasFailed, problem, retry } = useListing(list)
  if (isLoading) return <HomeSkeleton />
  const [first, ...others] = byUrgency(orders, now)
  const isWaiting = first && waitsForTraveller(first, now)
  return (
    <>
      {first && !isWaiting && <Draft />}
      {first ? (
        <CurrentOrder order={first} isStale={problem !== null} />
      ) : (
        <>
          <Headline detail={<FormattedMessage id="home.detail" />}>
            <FormattedMessage id="home.title" />
          </Headline>
          {hasFailed && problem ? (
            <FailureAlert failure={problem} onRetry={retry} />
          ) : (
            <>
              <Draft />
              <ScanCard />
            </>
          )}
        </>
      )}
      {isWaiting && <Draft below />}
      <ScanBelow />
      {others.length > 0 && <OtherOrders orders={others} />}
    </>
  )
}

function CurrentOrder({ order, isStale }: { order: Order; isStale: boolean }) {
  const intl = useIntl()
  const now = useNow()
  const isLive = useSelector(useApp().realtime, selectIsLive)
  const isTold = toldByTag.includes(order.status) && !waitsForTraveller(order, now)
  return (
    <>
      <Headline detail={!isTold && nextWords(intl, order, now)}>{headlineWords(intl, order, now)}</Headline>
      <OrderTag order={order} aside={<Freshness isLive={isLive} isStale={isStale} />} />
    </>
  )
}

function OtherOrders({ orders }: { orders: readonly Order[] }) {
  const intl = useIntl()
  const now = useNow()
  return (
    <Section title={intl.formatMessage({ id: 'home.otherOrders' })}>
      <Card kind="rows">
        {orders.map((order) => (
          <Row
            key={order.orderId}
            strong
            title={order.delivery.name}
            detail={headlineWords(intl, order, now)}
            end={
              <TextLink href={`/order/detail/${order.orderId}`} forward stretched>
                <span className="unseen">{order.orderNumber}</span>
              </TextLink>
            }
          />
        ))}
      </Card>
    </Section>
  )
}

/** Says that the list is live, or that the last read failed; nothing otherwise. */
function Freshness({ isLive, isStale }: { isLive: boolean; isStale: boolean }) {
  if (isStale) return <FormattedMessage id="home.refreshFailed" />
  return isLive ? <FormattedMessage id="home.live" /> : null
}
