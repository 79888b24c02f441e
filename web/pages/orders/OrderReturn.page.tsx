import type { Order } from '@handsfree/core/contract'
import { formatTime, joinParts, placeLine } from '@handsfree/core/i18n'
import type { OrderReturnActor } from '@handsfree/core/orders'
import {
  createOrderReturn,
  headlineText,
  nextStepText,
  returnCostText,
  returnProblemText,
  returnStage,
  selectIsChoosing,
  selectReturnOrder,
  selectReturnProblem,
  selectReturnReading,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { OrderNotThere } from '../../parts/orders/OrderNotThere.tsx'
import { LoadingPage, ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import {
  Alert,
  Button,
  Card,
  DescriptionItem,
  DescriptionList,
  EmptyState,
  Headline,
  LostPagePicture,
  Page,
  Skeleton,
} from '../../ui/index.ts'
import styles from './OrderReturn.module.css'
import { ReturnAction } from './ReturnAction.tsx'
import { ReturnChoices } from './ReturnChoices.tsx'

export default function OrderReturn() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const actor = useScreenActor((app) => createOrderReturn(app, orderId))
  const order = useSelector(actor, selectReturnOrder)
  const title = intl.formatMessage({ id: 'orderReturn.title' })
  useCustomTitle(joinParts([title, order?.orderNumber]))
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
    return <ReadingFallback reading={reading} bar={bar} loading={loading} notThere={<OrderNotThere />} />
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
      <ReturnContent actor={actor} order={order} />
    </Page>
  )
}

function ReturnContent({ actor, order }: { actor: OrderReturnActor; order: Order }) {
  const intl = useIntl()
  const now = useNow()
  const isChoosing = useSelector(actor, selectIsChoosing)
  const problem = useSelector(actor, selectReturnProblem)
  return (
    <div className={styles.parts}>
      <div aria-live="polite">
        <Headline level={2} detail={nextStepText(intl, order, now)}>
          {headlineText(intl, order, now)}
        </Headline>
      </div>
      <ReadingStaleAlert reading={useSelector(actor, selectReturnReading)} />
      {problem && (
        <Alert tone="coral" panel>
          {returnProblemText(intl, problem)}
        </Alert>
      )}
      <ReturnDetails order={order} />
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

function ReturnDetails({ order }: { order: Order }) {
  const intl = useIntl()
  const now = useNow()
  const { returning, currentAddress, scannedTime, timeZone, cityName: city } = order
  const text = (id: MessageKeyUnder<'orderReturn'>, values = {}) =>
    intl.formatMessage({ id: `orderReturn.${id}` }, values)
  const stage = returnStage(order)
  const isOpen = stage === 'asked' || stage === 'staying' || stage === 'chosen'
  const time = scannedTime && formatTime(scannedTime, { intl, now, timeZone, city, inSentence: true })
  const place = returning?.place
  return (
    <Card>
      <DescriptionList>
        <DescriptionItem label={text('why')}>
          {text('reason', { reason: returning?.reason ?? 'other' })}
        </DescriptionItem>
        <DescriptionItem label={text('now')}>
          {time ? text('scanned', { place: currentAddress, time }) : currentAddress}
        </DescriptionItem>
        {place && (
          <DescriptionItem label={text('to')}>
            {place.name}
            <div className="small">{placeLine(intl, place)}</div>
          </DescriptionItem>
        )}
        <DescriptionItem label={text('cost')}>{returnCostText(intl, order)}</DescriptionItem>
        {isOpen && <DescriptionItem label={text('open')}>{text('openUntil')}</DescriptionItem>}
      </DescriptionList>
    </Card>
  )
}
