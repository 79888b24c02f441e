import type { OperatorOrder } from '@handsfree/core/contract'
import {
  actText,
  createStop,
  freeWaitEnd,
  freeWaitText,
  legalActs,
  mainAct,
  nextStopOf,
  openReportText,
  orderStateText,
  orderStateTone,
  proofOf,
  proofText,
  type StopActor,
  selectAct,
  selectActProblem,
  selectActsOfStop,
  selectIsSendingAct,
  selectStopOrder,
  selectStopReading,
} from '@handsfree/core/crew'
import { offeredChange } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../app/BackBar.tsx'
import { useAfterPaint } from '../app/useAfterPaint.ts'
import { useCustomTitle } from '../app/useCustomTitle.ts'
import { useNow } from '../app/useNow.ts'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Picture } from '../parts/orders/Picture.tsx'
import { LoadingPage, ReadingFallback } from '../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../parts/reading/ReadingStaleAlert.tsx'
import {
  Alert,
  Anchor,
  Button,
  Page,
  Section,
  Skeleton,
  StatusBadge,
  StickyAction,
  TextLink,
} from '../ui/index.ts'
import { ActProblem } from './ActProblem.tsx'
import { ActSheet } from './ActSheet.tsx'
import { beginAct } from './begin-act.ts'
import { useCrewApp } from './crew-app.ts'
import { DeskTools } from './DeskTools.tsx'
import { useMember } from './member.ts'
import { NoteButton } from './NoteButton.tsx'
import styles from './Order.module.css'
import { OrderBags } from './OrderBags.tsx'
import { OrderGone } from './OrderGone.tsx'
import { OrderPeople } from './OrderPeople.tsx'
import { OrderRecord } from './OrderRecord.tsx'
import { OutboxStatus } from './OutboxStatus.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { QueuedActs } from './QueuedActs.tsx'
import { RefundRequestCard } from './RefundRequestCard.tsx'

export default function CrewOrder() {
  const intl = useIntl()
  const { orderId = '' } = useParams()
  const app = useCrewApp()
  const stop = useScreenActor(() => createStop(app, orderId))
  const order = useAfterPaint(useSelector(stop, selectStopOrder))
  const reading = useSelector(stop, selectStopReading)
  if (order) return <OpenOrder stop={stop} order={order} />
  const bar = <BackBar title={intl.formatMessage({ id: 'crewOrder.title' })} />
  return (
    <ReadingFallback
      reading={reading}
      bar={bar}
      loading={
        <LoadingPage bar={bar} labelKey="crewOrder.loading">
          <Skeleton width="40%" />
          <Skeleton shape="block" height="260px" />
          <Skeleton shape="block" height="120px" />
        </LoadingPage>
      }
      notThere={<OrderGone />}
    />
  )
}

type OpenOrderProps = { stop: StopActor; order: OperatorOrder }

const OpenOrder = memo(({ stop, order }: OpenOrderProps) => {
  const intl = useIntl()
  const { employeeId, role } = useMember()
  const isOperator = role === 'operator'
  const reading = useSelector(stop, selectStopReading)
  const next = nextStopOf(order)
  useCustomTitle(order.orderNumber)
  return (
    <Page
      bar={<BackBar title={order.orderNumber} />}
      action={<MainAct stop={stop} order={order} />}
      wide={isOperator && 'full'}
    >
      <OutboxStatus />
      <ReadingStaleAlert reading={reading} />
      <p className={styles.state} role="status">
        <StatusBadge tone={orderStateTone(order, employeeId)}>
          {orderStateText(intl, order, employeeId)}
        </StatusBadge>
      </p>
      <RefusedActs stop={stop} />
      {order.exception && (
        <Alert tone="coral" panel>
          <FormattedMessage id="crewOrder.report" values={{ reason: openReportText(intl, order) }} />
        </Alert>
      )}
      {order.exception && order.exception.photos.length > 0 && (
        <div className={styles.photos}>
          {order.exception.photos.map((url, index) => (
            <Picture
              key={url.split('?', 1)[0]}
              url={url}
              alt={intl.formatMessage({ id: 'crewOrder.reportPhoto' }, { number: index + 1 })}
              size="large"
            />
          ))}
        </div>
      )}
      {isOperator && <OpenChange order={order} />}
      <FreeWait order={order} />
      <div className={isOperator ? styles.sides : undefined}>
        <div>
          {next?.kind === 'delivery' ? (
            <>
              <PlaceCard order={order} kind="delivery" isNext />
              <OrderBags order={order} />
              <OrderPeople order={order} />
              <PlaceCard order={order} kind="pickup" />
            </>
          ) : (
            <>
              <PlaceCard order={order} kind="pickup" isNext={next !== null} />
              <OrderBags order={order} />
              <OrderPeople order={order} />
              <PlaceCard order={order} kind="delivery" />
            </>
          )}
          {role === 'site' && <DeskTools stop={stop} order={order} />}
          <OtherActs stop={stop} order={order} />
          <NoteButton stop={stop} orderId={order.orderId} />
        </div>
        {isOperator && (
          <div>
            <RefundRequests stop={stop} order={order} />
            <OrderRecord order={order} />
          </div>
        )}
      </div>
      <ActSheet stop={stop} order={order} />
    </Page>
  )
})

function RefundRequests({ stop, order: { refundRequests } }: OpenOrderProps) {
  const intl = useIntl()
  const reading = useSelector(stop, selectStopReading)
  if (refundRequests.length === 0) return null
  return (
    <Section title={intl.formatMessage({ id: 'crewRefund.title' })}>
      <ul className={styles.requests}>
        {refundRequests.map((request) => (
          <li key={request.requestId}>
            <RefundRequestCard request={request} onDecided={() => reading?.send({ type: 'reading.hint' })} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RefusedActs({ stop }: { stop: StopActor }) {
  const refused = useSelector(stop, selectActsOfStop).filter(({ refusal }) => refusal !== null)
  return refused.length > 0 && <QueuedActs acts={refused} isInOrder />
}

/** A change that waits for the traveller's payment, or a request that waits for an answer. */
function OpenChange({ order: { orderId, changes } }: { order: OperatorOrder }) {
  const open = changes?.open
  if (!open) return null
  return (
    <Alert
      tone="sky"
      panel
      action={
        <TextLink href={`/crew/orders/${orderId}/change`}>
          <FormattedMessage id="orderChange.see" />
        </TextLink>
      }
    >
      <FormattedMessage id="crewChange.waiting" values={{ stage: open.stage }} />
    </Alert>
  )
}

/** The courier's free wait for the bags, by the second. */
function FreeWait({ order }: { order: OperatorOrder }) {
  const intl = useIntl()
  const now = useNow(1_000)
  const end = freeWaitEnd(order)
  return (
    end !== null && (
      <p className={styles.wait} role="timer" data-over={now >= end || undefined}>
        {freeWaitText(intl, end, { now, timeZone: order.timeZone })}
      </p>
    )
  )
}

function MainAct({ stop, order }: OpenOrderProps) {
  const intl = useIntl()
  const { role } = useMember()
  const main = mainAct(order, role)
  const act = useSelector(stop, selectAct)
  const problem = useSelector(stop, selectActProblem)
  const isSending = useSelector(stop, selectIsSendingAct)
  const isPlain = act !== null && proofOf(act) === 'none'
  const alert = isPlain && problem && <ActProblem act={act} problem={problem} />
  if (!main) return alert && <StickyAction>{alert}</StickyAction>
  const needs = proofText(intl, main)
  return (
    <StickyAction alert={alert} summary={needs && <span className="soft">{needs}</span>}>
      <Button
        size="large"
        busy={isSending && act === main}
        disabled={isSending && act !== main}
        onClick={() => beginAct(stop, main)}
      >
        {actText(intl, main)}
      </Button>
    </StickyAction>
  )
}

function OtherActs({ stop, order }: OpenOrderProps) {
  const intl = useIntl()
  const { role } = useMember()
  const main = mainAct(order, role)
  const act = useSelector(stop, selectAct)
  const isSending = useSelector(stop, selectIsSendingAct)
  const others = legalActs(order).filter((name) => name !== main)
  const change = role === 'operator' ? offeredChange(order) : null
  if (others.length === 0 && change === null) return null
  return (
    <Section title={intl.formatMessage({ id: 'crewOrder.otherActs' })}>
      <ul className={styles.acts}>
        {others.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.act}
              aria-haspopup={proofOf(name) === 'none' ? undefined : 'dialog'}
              aria-busy={(isSending && act === name) || undefined}
              disabled={isSending && act !== name}
              onClick={() => beginAct(stop, name)}
            >
              <span>
                <span className={styles.name}>{actText(intl, name)}</span>
                {proofText(intl, name) && <span className="soft">{proofText(intl, name)}</span>}
              </span>
              <ChevronRight size={22} aria-hidden="true" />
            </button>
          </li>
        ))}
        {change && (
          <li>
            <Anchor className={styles.act} href={`/crew/orders/${order.orderId}/change`}>
              <span>
                <span className={styles.name}>
                  <FormattedMessage id="crewChange.title" />
                </span>
                <span className="soft">
                  <FormattedMessage id="crewChange.detail" values={{ kind: change }} />
                </span>
              </span>
              <ChevronRight size={22} aria-hidden="true" />
            </Anchor>
          </li>
        )}
      </ul>
    </Section>
  )
}
