import {
  createOrderDetail,
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
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderDetail(app, orderId))
  const snapshot = useSelector(actor, (current) => current)
  const order = selectOrder(snapshot)
  const text = (id: MessageKey) => intl.formatMessage({ id })

  if (order) return <OrderView actor={actor} order={order} />
  const isNotThere = selectIsNotThere(snapshot)
  const problem = selectReadProblem(snapshot)
  if (!isNotThere && !problem) return <OrderSkeleton />
  return (
    <Page bar={<BackBar title={text('order.title')} />} centered>
      <div role="alert">
        {isNotThere ? (
          <EmptyState
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
      </div>
    </Page>
  )
}
