import { createCallerChange } from '@handsfree/core/crew'
import { failureText, formatMoney, formatTime } from '@handsfree/core/i18n'
import {
  type OrderChangeActor,
  selectChangeForm,
  selectChangeOrder,
  selectChangeProblem,
  selectChangeReading,
  selectChangeRefusal,
  selectChangeStage,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../app/BackBar.tsx'
import { navigate } from '../app/navigate.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { ChangeForm } from '../parts/order-change/ChangeForm.tsx'
import type { ChangePageProps } from '../parts/order-change/change-props.ts'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import { Alert, Button, EmptyState, Headline, LostPagePicture, Page, Skeleton } from '../ui/index.ts'
import { useCrewApp } from './crew-app.ts'
import { OrderGone } from './OrderGone.tsx'
import { RecipientPart } from './RecipientPart.tsx'

const pathOf = (orderId: string) => `/crew/orders/${orderId}`

export default function CrewChange() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const app = useCrewApp()
  const change = useScreenActor(() => {
    const actor = createCallerChange(app, orderId)
    actor.subscribe({
      complete: () => {
        if (actor.getSnapshot().status === 'done') navigate(pathOf(orderId), { replace: true })
      },
    })
    return actor
  })
  const order = useSelector(change, selectChangeOrder)
  const form = useSelector(change, selectChangeForm)
  const stage = useSelector(change, selectChangeStage)
  const reading = useSelector(change, selectChangeReading)
  const bar = <BackBar title={intl.formatMessage({ id: 'crewChange.title' })} fallback={pathOf(orderId)} />
  if (!order || stage === 'unread') {
    return (
      <ReadingFallback
        reading={reading}
        bar={bar}
        loading={
          <LoadingPage bar={bar} labelKey="crewOrder.loading">
            <Skeleton width="82%" />
            <Skeleton shape="block" height="120px" />
            <Skeleton shape="block" height="180px" />
          </LoadingPage>
        }
        notThere={<OrderGone />}
      />
    )
  }
  const page = { change, order, bar }
  if (stage === 'waiting') return <Waiting {...page} />
  if (stage === 'refused' || !form) return <Refused {...page} />
  return <ChangeForm {...page} form={form} saved={[]} receiver={<RecipientPart form={form} />} isForCaller />
}

function Refused({ change, order: { orderId }, bar }: ChangePageProps) {
  const reason = useSelector(change, selectChangeRefusal)
  return (
    <Page bar={bar} centered>
      <EmptyState
        role="alert"
        picture={<LostPagePicture />}
        title={<FormattedMessage id="orderChange.refused" />}
        action={
          <Button href={pathOf(orderId)}>
            <FormattedMessage id="payment.seeOrder" />
          </Button>
        }
      >
        <FormattedMessage id="crewChange.reason" values={{ reason }} />
      </EmptyState>
    </Page>
  )
}

/** A change that waits for the traveller's payment, or a request that waits for an operator. */
function Waiting({ change, order, bar }: ChangePageProps) {
  const intl = useIntl()
  const problem = useSelector(change, selectChangeProblem)
  const isBusy = useSelector(change, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Page bar={bar}>
      <ReadingStaleAlert reading={useSelector(change, selectChangeReading)} />
      <OpenChangeHeadline order={order} />
      {problem && !isBusy && (
        <Alert tone="coral" panel>
          {failureText(intl, problem)}
        </Alert>
      )}
      <Button kind="ghost" busy={isBusy} onClick={() => withdraw(change)}>
        <FormattedMessage id="orderChange.withdraw" />
      </Button>
    </Page>
  )
}

const withdraw = (change: OrderChangeActor) => change.send({ type: 'change.withdraw' })

function OpenChangeHeadline({
  order: { changes, timeZone, cityName: city },
}: Pick<ChangePageProps, 'order'>) {
  const intl = useIntl()
  const now = useNow()
  const open = changes?.open
  if (!open) return null
  const { stage, difference, dueTime } = open
  const time = formatTime(dueTime, { timeZone, city, now, intl, inSentence: true })
  return (
    <Headline
      level={2}
      detail={
        <FormattedMessage
          id="crewChange.waits"
          values={{ stage, amount: formatMoney(difference, intl), time }}
        />
      }
    >
      <FormattedMessage id="crewChange.waiting" values={{ stage }} />
    </Headline>
  )
}
