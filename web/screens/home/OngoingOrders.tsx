import { customerViews, type Order } from '@handsfree/core/api'
import { createOrderList } from '@handsfree/core/order'
import { selectIsLive } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FailureAlert } from '../../errors/FailureAlert.tsx'
import { OrderTag } from '../../order/OrderTag.tsx'
import { Card, Headline, Row, Section, StatusPill, TextLink } from '../../ui/index.ts'
import { headlineWords, nextWords, statusTones, statusWords } from '../../words/order.ts'
import { byUrgency } from './by-urgency.ts'
import { OrdersSkeleton } from './OrdersSkeleton.tsx'
import { ScanCard } from './Scan.tsx'

/** Where the bags are: the order that is on its way, and those beside it. */
export default function OngoingOrders() {
  const list = useScreenActor((app) => createOrderList(app, customerViews.ongoing))
  const orders = useSelector(list, ({ context }) => context.orders)
  const problem = useSelector(list, ({ context }) => context.problem)
  const isLoading = useSelector(list, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(list, (snapshot) => snapshot.matches('failed'))
  if (isLoading) return <OrdersSkeleton />
  const [first, ...others] = byUrgency(orders)
  if (first) return <Orders first={first} others={others} isStale={problem !== null} />
  return (
    <>
      <Headline detail={<FormattedMessage id="home.detail" />}>
        <FormattedMessage id="home.title" />
      </Headline>
      {hasFailed && problem ? (
        <FailureAlert failure={problem} onRetry={() => list.send({ type: 'orders.retry' })} />
      ) : (
        <ScanCard />
      )}
    </>
  )
}

type OrdersProps = { first: Order; others: readonly Order[]; isStale: boolean }

function Orders({ first, others, isStale }: OrdersProps) {
  const intl = useIntl()
  const now = useNow()
  const { realtime } = useApp()
  const isLive = useSelector(realtime, selectIsLive)
  return (
    <>
      <Headline detail={nextWords(intl, first, now)}>{headlineWords(intl, first, now)}</Headline>
      <OrderTag order={first} aside={<Freshness isLive={isLive} isStale={isStale} />} />
      {others.length > 0 && (
        <Section title={intl.formatMessage({ id: 'home.otherOrders' })}>
          <Card kind="rows">
            {others.map((order) => (
              <Row
                key={order.orderId}
                strong
                title={
                  <TextLink href={`/order/detail/${order.orderId}`} stretched>
                    {order.delivery.name}
                  </TextLink>
                }
                detail={headlineWords(intl, order, now)}
                end={
                  <StatusPill tone={statusTones[order.status]}>{statusWords(intl, order.status)}</StatusPill>
                }
              />
            ))}
          </Card>
        </Section>
      )}
    </>
  )
}

/** Says that changes come by themselves, or that the last look failed; nothing while it is neither. */
function Freshness({ isLive, isStale }: { isLive: boolean; isStale: boolean }) {
  if (isStale) return <FormattedMessage id="home.refreshFailed" />
  return isLive ? <FormattedMessage id="home.live" /> : null
}
