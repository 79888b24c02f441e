import { customerViews } from '@handsfree/core/api'
import { createOrderList, type OrderListActor } from '@handsfree/core/order'
import { selectListed } from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrdersFreshness } from '../../order/OrdersFreshness.tsx'
import { OrdersSkeleton } from '../../order/OrdersSkeleton.tsx'
import { OrderTag } from '../../order/OrderTag.tsx'
import { Listing } from '../../reading/Listing.tsx'
import { useListing } from '../../reading/useReading.ts'
import { Button, EmptyListPicture, EmptyState, TextLink, useSteady } from '../../ui/index.ts'
import styles from './OrdersOfView.module.css'
import { PullToRefresh } from './PullToRefresh.tsx'
import type { ViewName } from './useView.ts'

export type OrdersOfViewProps = {
  name: ViewName
  summary: ReactNode
}

export function OrdersOfView({ name, summary }: OrdersOfViewProps) {
  const list = useScreenActor((app) => createOrderList(app, customerViews[name]))
  const refresh = useCallback(() => list.send({ type: 'pages.refresh' }), [list])
  return (
    <>
      <div className={styles.head}>
        <div className="small figures" role="status">
          {summary}
        </div>
        <RefreshButton list={list} onRefresh={refresh} />
      </div>
      <PullToRefresh onPull={refresh}>
        <OrdersFreshness list={list} />
        <Listing list={list} skeleton={<OrdersSkeleton />} moreKey="orders.loadingMore" itemHeight="120px">
          <Orders list={list} name={name} />
        </Listing>
      </PullToRefresh>
    </>
  )
}

function RefreshButton({ list, onRefresh }: { list: OrderListActor; onRefresh: () => void }) {
  const intl = useIntl()
  const { isLoading, isGone, isRefreshing } = useListing(list)
  return (
    <TextLink disabled={isLoading || isGone} onClick={onRefresh}>
      <RefreshCw className={styles.icon} data-busy={isRefreshing || undefined} size={18} aria-hidden="true" />
      {intl.formatMessage({ id: 'orders.refresh' })}
    </TextLink>
  )
}

function Orders({ list, name }: { list: OrderListActor; name: ViewName }) {
  const intl = useIntl()
  const { steady: orders, press } = useSteady(useSelector(list, selectListed(list)))
  const text = (id: MessageKey) => intl.formatMessage({ id })
  if (orders.length > 0) {
    return (
      <ul className={styles.list} aria-label={text('orders.list')} onPointerDown={press}>
        {orders.map((order) => (
          <li key={order.orderId}>
            <OrderTag order={order} aside={order.orderNumber} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={text(`orders.empty.${name}`)}
      action={
        <Button kind="gold" href="/qr-code/scan">
          {text('orders.scan')}
        </Button>
      }
    >
      {text('orders.emptyDetail')}
    </EmptyState>
  )
}
