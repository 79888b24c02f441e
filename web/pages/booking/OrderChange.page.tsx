import type { App } from '@handsfree/core'
import type { DraftFormActor } from '@handsfree/core/booking'
import { joinParts } from '@handsfree/core/i18n'
import {
  createOrderChange,
  type OrderChangeActor,
  selectChangedPath,
  selectChangeForm,
  selectChangeOrder,
  selectChangeReading,
  selectChangeRefusal,
  selectChangeStage,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { navigate } from '../../app/navigate.ts'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { ChangeForm } from '../../parts/order-change/ChangeForm.tsx'
import type { ChangePageProps } from '../../parts/order-change/change-props.ts'
import { useSavedOffers } from '../../parts/order-form/SavedOffers.tsx'
import { OrderNotThere } from '../../parts/orders/OrderNotThere.tsx'
import { ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { Button, EmptyState, LostPagePicture, Page } from '../../ui/index.ts'
import { ChangeWaiting } from './ChangeWaiting.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { ReceiverPart } from './ReceiverPart.tsx'

export default function OrderChange() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const change = useScreenActor((app) => openOrderChange(app, orderId))
  const title = intl.formatMessage({ id: 'orderChange.title' })
  const order = useSelector(change, selectChangeOrder)
  useCustomTitle(joinParts([title, order?.orderNumber]))
  const bar = <BackBar title={title} fallback={`/order/detail/${orderId}`} />
  const form = useSelector(change, selectChangeForm)
  const stage = useSelector(change, selectChangeStage)
  const reading = useSelector(change, selectChangeReading)
  if (!order || stage === 'unread') {
    const loading = <FormSkeleton bar={bar} isChange />
    return <ReadingFallback reading={reading} bar={bar} loading={loading} notThere={<OrderNotThere />} />
  }
  if (stage === 'waiting') return <ChangeWaiting change={change} order={order} bar={bar} />
  if (stage === 'refused' || !form) return <ChangeRefused change={change} order={order} bar={bar} />
  return <TravellerForm change={change} order={order} form={form} bar={bar} />
}

function TravellerForm({ form, ...page }: ChangePageProps & { form: DraftFormActor }) {
  const saved = useSavedOffers()
  return (
    <ChangeForm {...page} form={form} saved={saved} receiver={<ReceiverPart form={form} saved={saved} />} />
  )
}

function ChangeRefused({ change, order, bar }: ChangePageProps) {
  const reason = useSelector(change, selectChangeRefusal)
  return (
    <Page bar={bar} centered>
      <EmptyState
        role="alert"
        picture={<LostPagePicture />}
        title={<FormattedMessage id="orderChange.refused" />}
        action={
          <Button href={`/order/detail/${order.orderId}`}>
            <FormattedMessage id="payment.seeOrder" />
          </Button>
        }
      >
        <FormattedMessage id="orderChange.reason" values={{ reason }} />
      </EmptyState>
    </Page>
  )
}

function openOrderChange(app: App, orderId: string): OrderChangeActor {
  const change = createOrderChange(app, orderId)
  change.subscribe({
    complete: () => {
      const snapshot = change.getSnapshot()
      const path = snapshot.status === 'done' ? selectChangedPath(snapshot) : null
      if (path) navigate(path, { replace: true })
    },
  })
  return change
}
