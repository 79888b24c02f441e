import {
  type PaymentActor,
  type PaymentInput,
  selectIsWithdrawn,
  selectPayment,
  selectPaymentStage,
} from '@handsfree/core/payment'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { BackBar } from '../app/BackBar.tsx'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Loading, Page, Skeleton } from '../ui/index.ts'
import { AtProvider } from './AtProvider.tsx'
import { Checking } from './Checking.tsx'
import { Checkout } from './Checkout.tsx'
import { createPaymentPage } from './create-payment-page.ts'
import { Expired, Failed, Paid, StillConfirming } from './outcomes.tsx'
import type { PaymentSnapshot, StageProps } from './stage.ts'
import { Unavailable } from './Unavailable.tsx'
import { Withdrawn } from './Withdrawn.tsx'

export function PaymentPage({ from }: { from: PaymentInput['from'] }) {
  return <PaymentStage payment={useScreenActor((app) => createPaymentPage(app, from))} />
}

/** A payment in any state: to be opened, at the provider, being checked, or settled. */
export function PaymentStage({ payment }: { payment: PaymentActor }) {
  const intl = useIntl()
  const snapshot = useSelector(payment, (current) => current)
  const orderId = selectPayment(snapshot)?.orderId
  const Stage = stageOf(snapshot)
  return (
    <Stage
      snapshot={snapshot}
      send={payment.send}
      bar={
        <BackBar
          title={intl.formatMessage({ id: 'payment.title' })}
          fallback={orderId ? `/order/detail/${orderId}` : '/'}
        />
      }
    />
  )
}

function stageOf(snapshot: PaymentSnapshot) {
  if (selectIsWithdrawn(snapshot)) return Withdrawn
  const stage = selectPaymentStage(snapshot)
  if (stage === 'checking') return Checking
  if (stage === 'ready' || stage === 'opening') return Checkout
  if (stage === 'atProvider') return AtProvider
  if (stage === 'stillConfirming') return StillConfirming
  if (stage === 'failed') return Failed
  if (stage === 'expired') return Expired
  if (stage === 'paid' || stage === 'settled') return Paid
  if (stage === 'unavailable') return Unavailable
  return selectPayment(snapshot) ? Checkout : PaymentSkeleton
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
