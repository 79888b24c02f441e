import type { Money, Order } from '@handsfree/core/contract'
import { formatMoney, joinParts } from '@handsfree/core/i18n'
import {
  amountDue,
  cancelTermsEdges,
  checkingPath,
  checkoutPath,
  collectedTimeOf,
  isCollected,
  isOver,
  isPaid,
  isPickupMissed,
  isRefunded,
  ledgerPath,
  type NextAction,
  nextAction,
  type OrderDetailActor,
  openBill,
  orderHero,
  statusText,
} from '@handsfree/core/orders'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { OptionalPart } from '../../app/OptionalPart.tsx'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { useNow } from '../../app/useNow.ts'
import { SupportCall } from '../../parts/orders/SupportCall.tsx'
import { Alert, Button, Columns, Page, StickyAction } from '../../ui/index.ts'
import { Bags } from './Bags.tsx'
import { Cancellation } from './Cancellation.tsx'
import { Charges } from './Charges.tsx'
import { ClaimTag } from './ClaimTag.tsx'
import { CollectedTag } from './CollectedTag.tsx'
import { LateDelivery, MissedPickup } from './Delays.tsx'
import { ChangeLink, ClaimReply, ManageOrder, ReceiverLink, ReturnLink } from './ManageOrder.tsx'
import { OrderFreshnessAlert } from './OrderFreshness.tsx'
import { OrderHead } from './OrderHead.tsx'
import styles from './OrderView.module.css'
import { Particulars } from './Particulars.tsx'
import { Places } from './Places.tsx'
import { Refunds } from './Refunds.tsx'
import { useSupportPhone } from './SupportButton.tsx'
import { SurchargeDue } from './SurchargeDue.tsx'
import { Trace } from './Trace.tsx'

const ChangeAlert = lazyScreen(() => import('./ChangeAlert.tsx'))
// The page works without them, offline for example.
const NextTrip = lazyScreen(() => import('./NextTrip.tsx'))
const Rating = lazyScreen(() => import('./Rating.tsx'))
const PushOffer = lazyScreen(() => import('../../parts/push/PushOffer.tsx'))

export function OrderView({ actor, order: loadedOrder }: { order: Order; actor: OrderDetailActor }) {
  // One `now` for all sections, so that promises and offers change together.
  const now = useNow(60_000, cancelTermsEdges(loadedOrder))
  const intl = useIntl()
  const supportPhone = useSupportPhone()
  useCustomTitle(joinParts([statusText(intl, loadedOrder, now), loadedOrder.orderNumber]))
  const hasOtherClock = useIsOtherTimeZone(loadedOrder.timeZone)
  // The head names the time zone's city once.
  const order = { ...loadedOrder, cityName: '' }
  const act = nextAction(order, now)
  const refunds = <Refunds order={order} supportPhone={supportPhone} />
  const manage = (
    <ManageOrder
      actor={actor}
      order={loadedOrder}
      isMissed={isPickupMissed(order, now)}
      supportPhone={supportPhone}
    />
  )
  const collectedTime = isCollected(order) ? collectedTimeOf(order) : null
  const isAboutRefund = isRefunded(order)
  return (
    <Page
      wide
      bar={<BackBar title={order.orderNumber} actions={<SupportCall phone={supportPhone} />} />}
      action={<ActBar order={order} act={act} />}
    >
      <Columns
        aside={<Trace actor={actor} order={order} />}
        more={
          <>
            <Places order={order} />
            <Bags order={order} />
            <Charges order={order} />
            {!isAboutRefund && refunds}
            <Particulars order={order} now={now} />
            {!isOver(order) && manage}
          </>
        }
      >
        <OrderHead order={order} clockCity={hasOtherClock ? loadedOrder.cityName : null} />
        <div className={styles.parts}>
          <OrderFreshnessAlert actor={actor} order={order} />
          {order.reviewFailure && (
            <Alert tone="coral" panel>
              {order.reviewFailure}
            </Alert>
          )}
          <MissedPickup order={order} now={now} act={act} supportPhone={supportPhone}>
            <ChangeLink order={order} />
            <Cancellation actor={actor} supportPhone={supportPhone} />
          </MissedPickup>
          <LateDelivery order={order} now={now} act={act} supportPhone={supportPhone} />
          {order.changes?.open && (
            <Suspense fallback={null}>
              <ChangeAlert order={order} />
            </Suspense>
          )}
          <ReturnLink order={order} act={act} />
          <SurchargeDue order={order} supportPhone={supportPhone} />
          <ClaimTag order={order} act={act} hero={orderHero(order, now)} now={now} />
          {collectedTime !== null && <CollectedTag order={order} time={collectedTime} />}
          {isOver(order) && (
            <OptionalPart>
              <NextTrip
                order={order}
                direction="again"
                kind={collectedTime !== null && act === null ? 'gold' : 'ghost'}
              />
              {collectedTime !== null && <Rating order={order} />}
            </OptionalPart>
          )}
          {isPaid(order) && !isOver(order) && (
            <OptionalPart>
              <PushOffer />
            </OptionalPart>
          )}
          {!isOver(order) && <ReceiverLink order={order} />}
          <ClaimReply actor={actor} order={order} />
        </div>
        {isOver(order) && manage}
        {isAboutRefund && refunds}
      </Columns>
    </Page>
  )
}

/** Only answers and payments; sections of the page have the other actions. */
function ActBar({ order, act }: { order: Order; act: NextAction | null }) {
  const intl = useIntl()
  const button = (kind: 'gold' | 'ghost', href: string, words: string) => (
    <StickyAction>
      <Button kind={kind} href={href}>
        {words}
      </Button>
    </StickyAction>
  )
  const pay = (href: string, id: 'surcharge.approve' | 'order.pay', amount: Money) =>
    button('gold', href, intl.formatMessage({ id }, { amount: formatMoney(amount, intl) }))
  const due = amountDue(order)
  const path = checkoutPath(order)
  const bill = openBill(order)
  const checking = checkingPath(order)
  if (act === 'answer') return button('gold', ledgerPath(order), intl.formatMessage({ id: 'ledger.check' }))
  if (checking) return button('ghost', checking, intl.formatMessage({ id: 'order.seePayment' }))
  if (due && path)
    return pay(path, order.status === 'pending_surcharge' ? 'surcharge.approve' : 'order.pay', due)
  return act === 'payBill' && bill ? pay(bill.path, 'order.pay', bill.amount) : null
}
