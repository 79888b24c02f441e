import {
  createOrderDetail,
  type OrderDetailActor,
  selectIsNotThere,
  selectOrder,
  selectReading,
  selectReadProblem,
} from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import type { MessageKey } from '../../app/message-key.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadFailed } from '../../errors/LoadFailed.tsx'
import { Button, EmptyState, LostPagePicture, Page } from '../../ui/index.ts'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { OrderView } from './OrderView.tsx'

export default function OrderDetail() {
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderDetail(app, orderId))
  // Only a new reading of the order renders its page again, and no step of a cancellation.
  const order = useSelector(actor, selectOrder)
  return order ? <OrderView actor={actor} order={order} /> : <NoOrder actor={actor} />
}

function NoOrder({ actor }: { actor: OrderDetailActor }) {
  const intl = useIntl()
  const snapshot = useSelector(actor, (current) => current)
  const text = (id: MessageKey) => intl.formatMessage({ id })
  const isNotThere = selectIsNotThere(snapshot)
  const problem = selectReadProblem(snapshot)
  if (!isNotThere && !problem) return <OrderSkeleton />
  return (
    <Page bar={<BackBar title={text('order.title')} />} centered>
      {isNotThere ? (
        <EmptyState
          role="alert"
          picture={<LostPagePicture />}
          title={text('order.notThereTitle')}
          action={<Button href="/order/category">{text('order.seeOrders')}</Button>}
        >
          {text('order.notThereDetail')}
        </EmptyState>
      ) : (
        <LoadFailed
          problem={problem}
          onReload={() => selectReading(snapshot)?.send({ type: 'reading.retry' })}
        />
      )}
    </Page>
  )
}
