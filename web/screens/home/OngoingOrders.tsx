import { customerViews, type Order, type OrderStatus } from '@handsfree/core/api'
import {
  byUrgency,
  cardSide,
  createOrderList,
  nextAct,
  type OrderListActor,
  waitsForTraveller,
} from '@handsfree/core/order'
import { isArrivalPast } from '@handsfree/core/policy'
import { selectIsListKept, selectListed, selectReadAt } from '@handsfree/core/reading'
import { selectIsLive } from '@handsfree/core/realtime'
import { askedWords, headlineWords, nextWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FailureAlert } from '../../errors/FailureAlert.tsx'
import { shortMoment } from '../../format/index.ts'
import { OrderTag } from '../../order/OrderTag.tsx'
import { useListing } from '../../reading/useReading.ts'
import { Button, Card, Headline, Row, Section, TextLink } from '../../ui/index.ts'
import { Draft } from './Draft.tsx'
import styles from './Home.module.css'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { ScanBelow, ScanCard } from './Scan.tsx'

/** Statuses whose tag itself says what comes next, and when, as long as all goes well. */
const toldByTag: readonly OrderStatus[] = ['reviewing', 'review_pass', 'pending_pickup', 'in_transit']

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
  const isLate = order.status === 'in_transit' && isArrivalPast(order, now)
  const isTold = toldByTag.includes(order.status) && !waitsForTraveller(order, now) && !isLate
  return (
    <>
      <Headline detail={asked ? asked.detail : !isTold && nextWords(intl, order, now)}>
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

/** Says that the list is live, or since when it is stale; nothing otherwise. */
function Freshness({ list, order, isStale }: FreshnessProps) {
  const intl = useIntl()
  const now = useNow()
  const isLive = useSelector(useApp().realtime, selectIsLive)
  const isKept = useSelector(list, selectIsListKept)
  const readAt = useSelector(list, selectReadAt)
  const isOnline = useIsOnline()
  if (readAt === null) return null
  const { timeZone, cityName } = order
  const time = shortMoment(readAt, { intl, now, timeZone, city: cityName })
  if (!isOnline) return <FormattedMessage id="freshness.offline" values={{ time }} />
  const asOf = <FormattedMessage id="freshness.asOf" values={{ time }} />
  if (isStale) {
    return (
      <>
        <FormattedMessage id="home.refreshFailed" />
        {' · '}
        {asOf}
      </>
    )
  }
  if (isKept) return asOf
  return isLive ? <FormattedMessage id="home.live" /> : null
}
