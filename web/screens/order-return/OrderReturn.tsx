import { returnStage } from '@handsfree/core/order'
import {
  createOrderReturn,
  selectIsChoosing,
  selectReturnOrder,
  selectReturnProblem,
  selectReturnReading,
} from '@handsfree/core/return'
import { headlineWords, nextWords, returnProblemWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useNow } from '../../app/useNow.ts'
import { useOwnTitle } from '../../app/useOwnTitle.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { joinParts } from '../../format/index.ts'
import { OrderNotThere } from '../../order/OrderNotThere.tsx'
import { Stale } from '../../reading/Stale.tsx'
import { LoadingPage, Unread } from '../../reading/Unread.tsx'
import { Alert, Button, EmptyState, Headline, LostPagePicture, Page, Skeleton } from '../../ui/index.ts'
import styles from './OrderReturn.module.css'
import type { ReturnProps } from './order-return-props.ts'
import { ReturnAction } from './ReturnAction.tsx'
import { ReturnChoices } from './ReturnChoices.tsx'
import { ReturnFacts } from './ReturnFacts.tsx'

/** Bags that nobody takes: why, where they are, where they go, and how far they are. */
export default function OrderReturn() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderReturn(app, orderId))
  const order = useSelector(actor, selectReturnOrder)
  const title = intl.formatMessage({ id: 'orderReturn.title' })
  useOwnTitle(joinParts([title, order?.orderNumber]))
  const bar = <BackBar title={title} fallback={`/order/detail/${orderId}`} />
  const reading = useSelector(actor, selectReturnReading)
  if (!order) {
    const loading = (
      <LoadingPage bar={bar}>
        <Skeleton width="72%" height="32px" />
        <Skeleton shape="block" height="160px" />
        <Skeleton shape="block" height="200px" />
      </LoadingPage>
    )
    return <Unread reading={reading} bar={bar} loading={loading} notThere={<OrderNotThere />} />
  }
  if (returnStage(order) === null) {
    return (
      <Page bar={bar} centered>
        <NothingToSend orderId={orderId} />
      </Page>
    )
  }
  return (
    <Page bar={bar} action={<ReturnAction actor={actor} order={order} />}>
      <Parts actor={actor} order={order} />
    </Page>
  )
}

function Parts({ actor, order }: ReturnProps) {
  const intl = useIntl()
  const now = useNow()
  const isChoosing = useSelector(actor, selectIsChoosing)
  const problem = useSelector(actor, selectReturnProblem)
  return (
    <div className={styles.parts}>
      <div aria-live="polite">
        <Headline level={2} detail={nextWords(intl, order, now)}>
          {headlineWords(intl, order, now)}
        </Headline>
      </div>
      <Stale reading={useSelector(actor, selectReturnReading)} />
      {problem && (
        <Alert tone="coral" panel>
          {returnProblemWords(intl, problem)}
        </Alert>
      )}
      <ReturnFacts order={order} />
      {isChoosing && <ReturnChoices actor={actor} order={order} />}
    </div>
  )
}

const NothingToSend = ({ orderId }: { orderId: string }) => (
  <EmptyState
    picture={<LostPagePicture />}
    title={<FormattedMessage id="orderReturn.over" />}
    action={
      <Button href={`/order/detail/${orderId}`}>
        <FormattedMessage id="notification.seeOrder" />
      </Button>
    }
  >
    <FormattedMessage id="orderReturn.overDetail" />
  </EmptyState>
)
