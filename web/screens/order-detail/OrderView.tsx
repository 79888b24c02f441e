import {
  amountDue,
  askedFirst,
  checkingPath,
  checkoutPath,
  isPickupMissed,
  isRefunded,
  ledgerPath,
  type OrderDetailActor,
  orderHero,
  promisesHold,
} from '@handsfree/core/order'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { useIsElsewhere } from '../../app/useIsElsewhere.ts'
import { useNow } from '../../app/useNow.ts'
import { useOwnTitle } from '../../app/useOwnTitle.ts'
import { formatMoney } from '../../format/index.ts'
import { Alert, Button, Columns, Page, StickyAction } from '../../ui/index.ts'
import { Bags } from './Bags.tsx'
import { CalendarButton } from './CalendarButton.tsx'
import { Cancellation } from './Cancellation.tsx'
import { ChangeLink } from './ChangeLink.tsx'
import { Charges } from './Charges.tsx'
import { ClaimsLink } from './ClaimsLink.tsx'
import { ClaimTag } from './ClaimTag.tsx'
import { FreshnessNotice } from './Freshness.tsx'
import { MissedPickup } from './MissedPickup.tsx'
import { NextTrip } from './NextTrip.tsx'
import { OrderHead } from './OrderHead.tsx'
import styles from './OrderView.module.css'
import type { OrderProps } from './order-props.ts'
import { Particulars } from './Particulars.tsx'
import { Places } from './Places.tsx'
import { ReceiverLink } from './ReceiverLink.tsx'
import { Refunds } from './Refunds.tsx'
import { ReturnLink } from './ReturnLink.tsx'
import { SupportCall } from './SupportCall.tsx'
import { SurchargeDue } from './SurchargeDue.tsx'
import { Trace } from './Trace.tsx'
import { useSupportPhone } from './useSupportPhone.ts'

const ChangeNotice = lazyScreen(() => import('./ChangeNotice.tsx'))

export function OrderView({ actor, order: read }: OrderProps & { actor: OrderDetailActor }) {
  const now = useNow()
  const intl = useIntl()
  const supportPhone = useSupportPhone()
  useOwnTitle(intl.formatMessage({ id: 'record.open' }, { orderNumber: read.orderNumber }))
  const isElsewhere = useIsElsewhere(read.timeZone)
  // The page names the city of its times once, at its head.
  const order = { ...read, cityName: '' }
  const refunds = <Refunds order={order} supportPhone={supportPhone} />
  const cancellation = (
    <>
      <ChangeLink order={order} />
      <Cancellation actor={actor} supportPhone={supportPhone} />
    </>
  )
  // A refunded order's page is about the refund.
  const isAboutRefund = isRefunded(order)
  return (
    <Page
      wide
      bar={<BackBar title={order.orderNumber} actions={<SupportCall phone={supportPhone} />} />}
      action={<PayAction order={order} />}
    >
      <Columns
        aside={<Trace actor={actor} order={order} />}
        more={
          <>
            <Places order={order} />
            {promisesHold(order) && (
              <div className={styles.calendar}>
                <CalendarButton order={read} />
              </div>
            )}
            <Bags order={order} />
            <Charges order={order} />
            {!isAboutRefund && refunds}
            <Particulars order={order} />
            {!isPickupMissed(order, now) && <div className={styles.cancellation}>{cancellation}</div>}
          </>
        }
      >
        <OrderHead order={order} clockCity={isElsewhere ? read.cityName : null} />
        <div className={styles.parts}>
          <FreshnessNotice actor={actor} order={order} />
          {order.reviewFailure && (
            <Alert tone="coral" panel>
              {order.reviewFailure}
            </Alert>
          )}
          <MissedPickup order={order} supportPhone={supportPhone}>
            {cancellation}
          </MissedPickup>
          {order.changes?.open && (
            <Suspense fallback={null}>
              <ChangeNotice order={order} />
            </Suspense>
          )}
          <ReturnLink order={order} />
          <SurchargeDue order={order} supportPhone={supportPhone} />
          <ClaimTag order={order} hero={orderHero(order, now)} />
          <ReceiverLink order={order} />
          <NextTrip order={order} />
          <ClaimsLink order={order} />
        </div>
        {isAboutRefund && refunds}
      </Columns>
    </Page>
  )
}

function PayAction({ order }: OrderProps) {
  const intl = useIntl()
  const due = amountDue(order)
  const path = checkoutPath(order)
  const checking = checkingPath(order)
  if (askedFirst(order)) {
    return (
      <StickyAction>
        <Button kind="gold" href={ledgerPath(order)}>
          {intl.formatMessage({ id: 'ledger.check' })}
        </Button>
      </StickyAction>
    )
  }
  if (checking) {
    return (
      <StickyAction>
        <Button kind="ghost" href={checking}>
          {intl.formatMessage({ id: 'order.seePayment' })}
        </Button>
      </StickyAction>
    )
  }
  if (!due || !path) return null
  return (
    <StickyAction>
      <Button kind="gold" href={path}>
        {intl.formatMessage(
          { id: order.status === 'pending_surcharge' ? 'surcharge.approve' : 'order.pay' },
          { amount: formatMoney(due, intl) },
        )}
      </Button>
    </StickyAction>
  )
}
