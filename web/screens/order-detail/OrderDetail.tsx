import { createOrderDetail, selectOrder, selectReading } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrderNotThere } from '../../order/OrderNotThere.tsx'
import { Unread } from '../../reading/Unread.tsx'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { OrderView } from './OrderView.tsx'

export default function OrderDetail() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderDetail(app, orderId))
  // Only a new reading of the order renders its page again, and no step of a cancellation.
  const order = useSelector(actor, selectOrder)
  const reading = useSelector(actor, selectReading)
  if (order) return <OrderView actor={actor} order={order} />
  const bar = <BackBar title={intl.formatMessage({ id: 'order.title' })} />
  return <Unread reading={reading} bar={bar} loading={<OrderSkeleton />} notThere={<OrderNotThere />} />
}
