import { customerViews } from '@handsfree/core/contract'
import { createOngoingCount, createOrderList, type OrderListActor } from '@handsfree/core/orders'
import { selectListed, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue } from 'react'
import { useIntl } from 'react-intl'
import { useLocationProperty } from 'wouter/use-browser-location'
import { BackBar } from '../../app/BackBar.tsx'
import type { MessageKey } from '../../app/message-key.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrdersSkeleton, OrderTag } from '../../parts/orders/OrderTag.tsx'
import { Listing } from '../../parts/reading/Listing.tsx'
import { useListing } from '../../parts/reading/useReading.ts'
import {
  Button,
  EmptyListPicture,
  EmptyState,
  Page,
  Tabs,
  TextLink,
  useFrozenWhilePressed,
} from '../../ui/index.ts'
import styles from './OrderCategory.module.css'
import { OrdersFreshness } from './OrdersFreshness.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'

/** The traveller's orders by view (spec section 4, customer audience). */
export default function OrderCategory() {
  const intl = useIntl()
  const [view, setView] = useView()
  // Paints the selected tab first; its orders follow in a later render.
  const deferredView = useDeferredValue(view)
  const counting = useScreenActor(createOngoingCount)
  const count = useSelector(counting, selectValue(counting))
  const summary = count !== null && intl.formatMessage({ id: 'orders.inProgress' }, { count })
  return (
    <Page wide bar={<BackBar title={intl.formatMessage({ id: 'orders.title' })} />}>
      <Tabs
        label={intl.formatMessage({ id: 'orders.views' })}
        tabs={viewNames.map((name) => ({ name, label: intl.formatMessage({ id: `orders.view.${name}` }) }))}
        value={view}
        onChange={setView}
        className={styles.tabs}
        tabClassName={styles.tab}
        panelClassName={styles.panel}
      >
        <OrdersOfView key={deferredView} name={deferredView} summary={summary} />
      </Tabs>
    </Page>
  )
}

type OrdersOfViewProps = {
  name: ViewName
  summary: ReactNode
}

function OrdersOfView({ name, summary }: OrdersOfViewProps) {
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
  const { frozen: orders, press } = useFrozenWhilePressed(useSelector(list, selectListed(list)))
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

type ViewName = keyof typeof customerViews
const viewNames = Object.keys(customerViews) as ViewName[]

const isViewName = (name: string): name is ViewName => name in customerViews

const readView = (): ViewName => {
  const asked = [location.hash.slice(1), new URLSearchParams(location.search).get('view') ?? '']
  return asked.find(isViewName) ?? 'all'
}

/** Stored in the URL, so that "back" from an order restores it. */
function useView(): [ViewName, (name: ViewName) => void] {
  const view = useLocationProperty(readView, () => 'all')
  // Changing the path would remount the page; changing the hash doesn't.
  const show = (name: ViewName) => history.replaceState(history.state, '', `#${name}`)
  return [view, show]
}
