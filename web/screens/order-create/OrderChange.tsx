import {
  type OrderChangeActor,
  selectChangeForm,
  selectChangeOrder,
  selectChangeProblem,
} from '@handsfree/core/change'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useOwnTitle } from '../../app/useOwnTitle.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadFailed } from '../../errors/LoadFailed.tsx'
import { joinParts } from '../../format/index.ts'
import { Button, EmptyState, LostPagePicture, Page } from '../../ui/index.ts'
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
  useOwnTitle(joinParts([title, useSelector(change, selectChangeOrder)?.orderNumber]))
  const bar = <BackBar title={title} fallback={`/order/detail/${orderId}`} />
  return <ChangeStage change={change} bar={bar} />
}

function ChangeStage({ change, bar }: { change: OrderChangeActor; bar: ReactNode }) {
  const order = useSelector(change, selectChangeOrder)
  const form = useSelector(change, selectChangeForm)
  const stage = useSelector(change, (snapshot) => {
    if (snapshot.matches('notThere')) return 'notThere'
    if (snapshot.matches('unreachable')) return 'unreachable'
    if (snapshot.matches('refused')) return 'refused'
    if (snapshot.context.order?.changes?.open && !snapshot.matches('editing')) return 'waiting'
    return snapshot.matches('reading') ? 'reading' : 'form'
  })
  if (stage === 'notThere') return <NoOrder bar={bar} />
  if (stage === 'unreachable') return <Unreachable change={change} bar={bar} />
  if (!order || stage === 'reading') return <FormSkeleton bar={bar} />
  if (stage === 'waiting') return <ChangeWaiting change={change} order={order} bar={bar} />
  if (stage === 'refused' || !form) return <ChangeRefused change={change} order={order} bar={bar} />
  return <ChangeForm change={change} order={order} form={form} bar={bar} />
}

function Unreachable({ change, bar }: { change: OrderChangeActor; bar: ReactNode }) {
  const problem = useSelector(change, selectChangeProblem)
  return (
    <Page bar={bar} centered>
      <LoadFailed problem={problem} onReload={() => change.send({ type: 'change.retry' })} />
    </Page>
  )
}

const NoOrder = ({ bar }: { bar: ReactNode }) => (
  <Page bar={bar} centered>
    <EmptyState
      role="alert"
      picture={<LostPagePicture />}
      title={<FormattedMessage id="order.notThereTitle" />}
      action={
        <Button href="/order/category">
          <FormattedMessage id="order.seeOrders" />
        </Button>
      }
    >
      <FormattedMessage id="order.notThereDetail" />
    </EmptyState>
  </Page>
)
