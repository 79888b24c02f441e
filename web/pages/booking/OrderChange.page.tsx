import { joinParts } from '@handsfree/core/i18n'
import {
  selectChangeForm,
  selectChangeOrder,
  selectChangeReading,
  selectChangeStage,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useOwnTitle } from '../../app/useOwnTitle.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrderNotThere } from '../../parts/orders/OrderNotThere.tsx'
import { Unread } from '../../parts/reading/Unread.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { ChangeRefused } from './ChangeRefused.tsx'
import { ChangeWaiting } from './ChangeWaiting.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { openOrderChange } from './open-order-change.ts'

/** Changes an order: the form with its present facts, then the difference and the new promises. */
export default function OrderChange() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const change = useScreenActor((app) => openOrderChange(app, orderId))
  const title = intl.formatMessage({ id: 'orderChange.title' })
  const order = useSelector(change, selectChangeOrder)
  useOwnTitle(joinParts([title, order?.orderNumber]))
  const bar = <BackBar title={title} fallback={`/order/detail/${orderId}`} />
  const form = useSelector(change, selectChangeForm)
  const stage = useSelector(change, selectChangeStage)
  const reading = useSelector(change, selectChangeReading)
  if (!order || stage === 'unread') {
    const loading = <FormSkeleton bar={bar} isChange />
    return <Unread reading={reading} bar={bar} loading={loading} notThere={<OrderNotThere />} />
  }
  if (stage === 'waiting') return <ChangeWaiting change={change} order={order} bar={bar} />
  if (stage === 'refused' || !form) return <ChangeRefused change={change} order={order} bar={bar} />
  return <ChangeForm change={change} order={order} form={form} bar={bar} />
}
