import { customerViews } from '@handsfree/core/api'
import { createOrderList, type OrderListActor, selectListReading } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadFailed } from '../../errors/LoadFailed.tsx'
import { MoreOrders } from '../../order/MoreOrders.tsx'
import { OrdersSkeleton } from '../../order/OrdersSkeleton.tsx'
import { OrderTag } from '../../order/OrderTag.tsx'
import { StaleNotice } from '../../reading/StaleNotice.tsx'
import { useReading } from '../../reading/useReading.ts'
import { Button, EmptyListPicture, EmptyState, TextLink, useSteady } from '../../ui/index.ts'
import styles from './OrdersOfView.module.css'
import { PullToRefresh } from './PullToRefresh.tsx'
import type { ViewName } from './useView.ts'

export type OrdersOfViewProps = {
  name: ViewName
  /** Beside the refresh button. */
  summary: ReactNode
}

/** One view of the orders, page by page. */
export function OrdersOfView({ name, summary }: OrdersOfViewProps) {
  const list = useScreenActor((app) => createOrderList(app, customerViews[name]))
  const { isLoading, hasFailed, problem, retry } = useReading(useSelector(list, selectListReading))
  return (
    <>
      <div className={styles.head}>
        <div className="small figures" role="status">
          {summary}
        </div>
        <RefreshButton list={list} />
      </div>
      {isLoading ? (
        <OrdersSkeleton />
      ) : hasFailed ? (
        <LoadFailed problem={problem} onReload={retry} />
      ) : (
        <Shown list={list} name={name} />
      )}
    </>
  )
}

function RefreshButton({ list }: { list: OrderListActor }) {
  const intl = useIntl()
  const { isLoading, hasFailed, isRefreshing } = useReading(useSelector(list, selectListReading))
  return (
    <TextLink disabled={isLoading || hasFailed} onClick={() => list.send({ type: 'orders.refresh' })}>
      <RefreshCw className={styles.icon} data-busy={isRefreshing || undefined} size={18} aria-hidden="true" />
      {intl.formatMessage({ id: 'orders.refresh' })}
    </TextLink>
  )
}

function Shown({ list, name }: { list: OrderListActor; name: ViewName }) {
  const intl = useIntl()
  const { steady: orders, press } = useSteady(useSelector(list, ({ context }) => context.orders))
  const { isStale } = useReading(useSelector(list, selectListReading))
  const refresh = useCallback(() => list.send({ type: 'orders.refresh' }), [list])
  const say = (id: MessageKey) => intl.formatMessage({ id })
  return (
    <PullToRefresh onPull={refresh}>
      {isStale && (
        <div className={styles.notice}>
          <StaleNotice onRetry={refresh}>{say('orders.refreshFailed')}</StaleNotice>
        </div>
      )}
      {orders.length === 0 ? (
        <EmptyState
          picture={<EmptyListPicture />}
          title={say(`orders.empty.${name}`)}
          action={
            <Button kind="gold" href="/qr-code/scan">
              {say('orders.scan')}
            </Button>
          }
        >
          {say('orders.emptyDetail')}
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label={say('orders.list')} onPointerDown={press}>
          {orders.map((order) => (
            <li key={order.orderId}>
              <OrderTag order={order} aside={order.orderNumber} />
            </li>
          ))}
        </ul>
      )}
      <MoreOrders list={list} />
    </PullToRefresh>
  )
}
