import { type PlacementActor, selectDraftForm, selectPaymentChild } from '@handsfree/core/booking'
import { type PaymentActor, selectIsFirstOpening } from '@handsfree/core/payments'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { formPath } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { visitConfirmation } from '../../parts/booking/follow-placement.ts'
import { PaymentStage } from '../../parts/payments/PaymentPage.tsx'
import { Columns, Page } from '../../ui/index.ts'
import { ConfirmBar } from './ConfirmBar.tsx'
import { ConfirmSkeleton } from './ConfirmSkeleton.tsx'
import { DraftTag } from './DraftTag.tsx'
import { NothingPending } from './NothingPending.tsx'
import { PlacedInOtherTab } from './PlacedInOtherTab.tsx'
import { PlaceUnreachable } from './PlaceMissing.tsx'
import { PromiseList } from './PromiseList.tsx'
import { usePlacement } from './usePlacement.ts'

export default function OrderConfirm() {
  const intl = useIntl()
  const placement = usePlacement(visitConfirmation)
  const qrId = placement?.getSnapshot().context.qrId
  const bar = (
    <BackBar
      title={intl.formatMessage({ id: 'orderConfirm.title' })}
      {...(qrId ? { fallback: formPath(qrId) } : {})}
    />
  )
  if (placement === undefined) return <ConfirmSkeleton bar={bar} />
  return placement ? <ConfirmationOf placement={placement} bar={bar} /> : <NothingPending bar={bar} />
}

function ConfirmationOf({ placement, bar }: { placement: PlacementActor; bar: ReactNode }) {
  const isUnreachable = useSelector(placement, (snapshot) => snapshot.matches('unreachable'))
  const isElsewhere = useSelector(placement, (snapshot) => snapshot.matches('placedInOtherTab'))
  const form = useSelector(placement, selectDraftForm)
  const payment = useSelector(placement, selectPaymentChild)
  if (isUnreachable) return <PlaceUnreachable placement={placement} bar={bar} />
  if (isElsewhere) return <PlacedInOtherTab placement={placement} bar={bar} />
  if (!form) return <ConfirmSkeleton bar={bar} />
  const tag = (
    <Page wide bar={bar} action={<ConfirmBar placement={placement} />}>
      <Columns aside={<PromiseList placement={placement} form={form} />}>
        <DraftTag placement={placement} form={form} />
      </Columns>
    </Page>
  )
  return payment ? <PayingOf payment={payment} tag={tag} /> : tag
}

/** The tag stays in sight until the payment needs the traveller. */
function PayingOf({ payment, tag }: { payment: PaymentActor; tag: ReactNode }) {
  const isOpening = useSelector(payment, selectIsFirstOpening)
  return isOpening ? tag : <PaymentStage payment={payment} />
}
