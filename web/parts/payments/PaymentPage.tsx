import type { App } from '@handsfree/core'
import { openPayment } from '@handsfree/core/booking'
import {
  type PaymentActor,
  type PaymentInput,
  selectIsWithdrawn,
  selectPayment,
  selectPaymentStage,
} from '@handsfree/core/payments'
import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense } from 'react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { HelpLink } from '../../app/HelpLink.tsx'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { navigate } from '../../app/navigate.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Loading, Page, Skeleton } from '../../ui/index.ts'
import { Checking } from './Checking.tsx'
import {
  AtProvider,
  Expired,
  Failed,
  Paid,
  StillConfirming,
  Unavailable,
  Withdrawn,
} from './PaymentStages.tsx'
import type { PaymentSnapshot, StageProps } from './StageLayout.tsx'

/** Lazy: travellers who have just confirmed an order skip the checkout. */
const LaterCheckout = lazyScreen(() => import('./Checkout.tsx'))

type StageComponents = { Checkout?: ComponentType<StageProps> }

export function PaymentPage({ from, ...parts }: StageComponents & { from: PaymentInput['from'] }) {
  return <PaymentStage payment={useScreenActor((app) => createPaymentPage(app, from))} {...parts} />
}

export function PaymentStage({
  payment,
  Checkout = LaterCheckout,
}: StageComponents & { payment: PaymentActor }) {
  const intl = useIntl()
  const snapshot = useSelector(payment, (current) => current)
  const orderId = selectPayment(snapshot)?.orderId
  const Stage = stageOf(snapshot) ?? Checkout
  const bar = (
    <BackBar
      title={intl.formatMessage({ id: 'payment.title' })}
      actions={<HelpLink />}
      fallback={orderId ? `/order/detail/${orderId}` : '/'}
    />
  )
  const props = { snapshot, send: payment.send, bar }
  return (
    <Suspense fallback={<PaymentSkeleton {...props} />}>
      <Stage {...props} />
    </Suspense>
  )
}

function stageOf(snapshot: PaymentSnapshot) {
  if (selectIsWithdrawn(snapshot)) return Withdrawn
  const stage = selectPaymentStage(snapshot)
  if (stage === 'checking') return Checking
  if (stage === 'ready' || stage === 'opening') return null
  if (stage === 'atProvider') return AtProvider
  if (stage === 'stillConfirming') return StillConfirming
  if (stage === 'failed') return Failed
  if (stage === 'expired') return Expired
  if (stage === 'paid' || stage === 'settled') return Paid
  if (stage === 'unavailable') return Unavailable
  return selectPayment(snapshot) ? null : PaymentSkeleton
}

function PaymentSkeleton({ bar }: StageProps) {
  const intl = useIntl()
  return (
    <Page bar={bar}>
      <Loading label={intl.formatMessage({ id: 'payment.loading' })}>
        <Skeleton width="34%" />
        <Skeleton width="52%" height="34px" />
        <Skeleton shape="block" height="112px" />
        <Skeleton shape="block" height="84px" />
      </Loading>
    </Page>
  )
}

function createPaymentPage(app: App, from: PaymentInput['from']): PaymentActor {
  const payment = openPayment(app, from)
  payment.on('payment.paid', ({ orderId }) => navigate(`/order/detail/${orderId}`, { replace: true }))
  return payment
}
