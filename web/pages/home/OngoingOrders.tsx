import { customerViews, type Order, type OrderStatus } from '@handsfree/core/contract'
import {
  askedWords,
  byUrgency,
  cardSide,
  createOrderList,
  headlineWords,
  isOrderLate,
  nextAct,
  nextWords,
  type OrderListActor,
  pickupStage,
  waitsForTraveller,
} from '@handsfree/core/orders'
import { selectIsListKept, selectIsLive, selectListed, selectReadAt } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrderTag } from '../../parts/orders/OrderTag.tsx'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { useFreshness } from '../../parts/reading/Freshness.tsx'
import { useListing } from '../../parts/reading/useReading.ts'
import { Button, Card, Headline, Row, Section, TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { ScanBelow, ScanCard } from './ScanCard.tsx'
import { Draft } from './StoredDraft.tsx'

/** Statuses whose tag already shows the next step and its time, unless there is a problem. */
const toldByTag: readonly OrderStatus[] = ['review_pass', 'pending_pickup', 'in_transit']

export default function OngoingOrders() {
  const now = useNow()
  const list = useScreenActor((app) => createOrderList(app, customerViews.ongoing))
  const orders = useSelector(list, selectListed(list))
  const { isLoading, hasFailed, isStale, problem, retry } = useListing(list)
  if (isLoading) return <HomeSkeleton />
  const [first, ...others] = byUrgency(orders, now)
  const isWaiting = first && waitsForTraveller(first, now)
  return (
    <>
      {first && !isWaiting && <Draft />}
      {first ? (
        <CurrentOrder order={first} freshness={<Freshness list={list} order={first} isStale={isStale} />} />
      ) : (
        <>
          <Headline detail={<FormattedMessage id="home.detail" />}>
            <FormattedMessage id="home.title" />
          </Headline>
          {hasFailed && problem ? (
            <>
              <FailureAlert failure={problem} onRetry={retry} />
              <ScanBelow />
            </>
          ) : (
            <>
              <Draft />
              <ScanCard />
            </>
          )}
        </>
      )}
      {isWaiting && <Draft below />}
      {first && <ScanBelow kind={isWaiting ? 'ghost' : 'gold'} />}
      {others.length > 0 && <OtherOrders orders={others} />}
    </>
  )
}

function CurrentOrder({ order, freshness }: { order: Order; freshness: ReactNode }) {
  const intl = useIntl()
  const now = useNow()
  const act = nextAct(order, now)
  const asked = askedWords(intl, order)
  const isLate = order.status === 'in_transit' && isOrderLate(order, now)
  const pickup = pickupStage(order, now)
  const isPickupNow = pickup === 'due' || pickup === 'courierThere'
  const isTold = toldByTag.includes(order.status) && !waitsForTraveller(order, now) && !isLate && !isPickupNow
  return (
    <>
      <Headline
        detail={asked ? asked.detail : !isTold && nextWords(intl, order, now)}
        name={(order.returning?.place ?? order.delivery).name}
      >
        {asked ? asked.title : headlineWords(intl, order, now)}
      </Headline>
      <OrderTag order={order} aside={freshness} act={act} />
      {cardSide(order, now) && (
        <div className={styles.deskCard}>
          <Button kind={act === 'collect' ? 'gold' : 'ghost'} href={`/order/card/${order.orderId}`}>
            <FormattedMessage id="card.title" />
          </Button>
        </div>
      )}
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

type FreshnessProps = { list: OrderListActor; order: Order; isStale: boolean }

function Freshness({ list, order: { timeZone, cityName }, isStale }: FreshnessProps) {
  const intl = useIntl()
  const isLive = useSelector(useApp().realtime, selectIsLive)
  const isKept = useSelector(list, selectIsListKept)
  const readAt = useSelector(list, selectReadAt)
  const freshness = useFreshness({ isLive: isLive && !isKept, isStale, readAt, timeZone, city: cityName })
  if (!freshness || (freshness.state === 'asOf' && !isKept)) return null
  return intl.formatMessage({ id: `freshness.${freshness.state}` }, { time: freshness.time })
}
