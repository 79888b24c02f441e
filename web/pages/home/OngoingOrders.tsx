import { customerViews, type Order, type OrderStatus } from '@handsfree/core/contract'
import { joinParts } from '@handsfree/core/i18n'
import {
  byUrgency,
  cardSide,
  createOrderList,
  headlineText,
  isOrderLate,
  nextAction,
  nextStepText,
  type OrderListActor,
  openQuestionText,
  pickupStage,
  statusText,
  waitsForTraveller,
} from '@handsfree/core/orders'
import { createPasskeyOffer } from '@handsfree/core/passkeys'
import { selectIsListCached, selectIsLive, selectListed, selectReadAt } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { PasskeyOffer } from '../../parts/account/PasskeyOffer.tsx'
import { nextTimeText, OrderTag } from '../../parts/orders/OrderTag.tsx'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'
import { useFreshness } from '../../parts/reading/Freshness.tsx'
import { useListing } from '../../parts/reading/useReading.ts'
import { Button, Card, Headline, Row, Section, TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { ScanBelow, ScanCard } from './ScanCard.tsx'
import { StoredDraft } from './StoredDraft.tsx'

/** Statuses whose tag already shows the next step and its time, unless there is a problem. */
const statusesOnTag: readonly OrderStatus[] = ['review_pass', 'pending_pickup', 'in_transit']

export default function OngoingOrders() {
  const now = useNow()
  const list = useScreenActor((app) => createOrderList(app, customerViews.ongoing))
  const orders = useSelector(list, selectListed(list))
  const { isLoading, hasFailed, isStale, problem, retry } = useListing(list)
  if (isLoading) return <HomeSkeleton />
  const [currentOrder, ...otherOrders] = byUrgency(orders, now)
  const isWaiting = currentOrder && waitsForTraveller(currentOrder, now)
  return (
    <>
      {currentOrder && !isWaiting && <StoredDraft />}
      {currentOrder ? (
        <CurrentOrder
          order={currentOrder}
          freshness={<Freshness list={list} order={currentOrder} isStale={isStale} />}
        />
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
              <StoredDraft />
              <ScanCard />
            </>
          )}
        </>
      )}
      {isWaiting && <StoredDraft below />}
      {currentOrder && <ScanBelow kind={isWaiting ? 'ghost' : 'gold'} />}
      {otherOrders.length > 0 && <OtherOrders orders={otherOrders} />}
      <PasskeyOffer create={createPasskeyOffer} />
    </>
  )
}

function CurrentOrder({ order, freshness }: { order: Order; freshness: ReactNode }) {
  const intl = useIntl()
  const now = useNow()
  const act = nextAction(order, now)
  const question = openQuestionText(intl, order)
  const isLate = order.status === 'in_transit' && isOrderLate(order, now)
  const pickup = pickupStage(order, now)
  const isPickupNow = pickup === 'due' || pickup === 'courierThere'
  const isTold =
    statusesOnTag.includes(order.status) && !waitsForTraveller(order, now) && !isLate && !isPickupNow
  return (
    <>
      <Headline
        detail={question ? question.detail : !isTold && nextStepText(intl, order, now)}
        name={(order.returning?.place ?? order.delivery).name}
      >
        {question ? question.title : headlineText(intl, order, now)}
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
            title={intl.formatMessage(
              { id: 'orderForm.places' },
              { from: order.pickup.name, to: order.delivery.name },
            )}
            detail={joinParts([statusText(intl, order, now), nextTimeText(intl, order, now)])}
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
  const isKept = useSelector(list, selectIsListCached)
  const readAt = useSelector(list, selectReadAt)
  const freshness = useFreshness({ isLive: isLive && !isKept, isStale, readAt, timeZone, city: cityName })
  if (!freshness || (freshness.state === 'asOf' && !isKept)) return null
  return intl.formatMessage({ id: `freshness.${freshness.state}` }, { time: freshness.time })
}
