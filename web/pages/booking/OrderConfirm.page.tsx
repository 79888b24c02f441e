import { type PlacementActor, selectDraftForm, selectPaymentChild } from '@handsfree/core/booking'
import { type PaymentActor, selectIsFirstOpening } from '@handsfree/core/payments'
import { useSelector } from '@xstate/react'
import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formPath } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { HelpLink } from '../../app/HelpLink.tsx'
import { useIsWide } from '../../app/useIsWide.ts'
import { openConfirmationPlacement } from '../../parts/booking/follow-placement.ts'
import { PaymentStage } from '../../parts/payments/PaymentPage.tsx'
import {
  Button,
  Columns,
  EmptyListPicture,
  EmptyState,
  FromToSkeleton,
  Loading,
  Page,
  Skeleton,
  StickyAction,
  Tag,
} from '../../ui/index.ts'
import { ConfirmBar, ConfirmCard } from './ConfirmBar.tsx'
import { DraftTag } from './DraftTag.tsx'
import styles from './OrderConfirm.module.css'
import { PlacedInOtherTab } from './PlacedInOtherTab.tsx'
import { PlaceUnreachable } from './PlaceMissing.tsx'
import { PromiseList } from './PromiseList.tsx'
import { usePlacement } from './usePlacement.ts'

export default function OrderConfirm() {
  const intl = useIntl()
  const placement = usePlacement(openConfirmationPlacement)
  const qrId = placement?.getSnapshot().context.qrId
  const bar = (
    <BackBar
      title={intl.formatMessage({ id: 'orderConfirm.title' })}
      actions={<HelpLink />}
      {...(qrId ? { fallback: formPath(qrId) } : {})}
    />
  )
  if (placement === undefined) return <ConfirmSkeleton bar={bar} />
  return placement ? <Confirmation placement={placement} bar={bar} /> : <NothingPending bar={bar} />
}

function Confirmation({ placement, bar }: { placement: PlacementActor; bar: ReactNode }) {
  const isUnreachable = useSelector(placement, (snapshot) => snapshot.matches('unreachable'))
  const isElsewhere = useSelector(placement, (snapshot) => snapshot.matches('placedInOtherTab'))
  const form = useSelector(placement, selectDraftForm)
  const payment = useSelector(placement, selectPaymentChild)
  const isWide = useIsWide()
  if (isUnreachable) return <PlaceUnreachable placement={placement} bar={bar} />
  if (isElsewhere) return <PlacedInOtherTab placement={placement} bar={bar} />
  if (!form) return <ConfirmSkeleton bar={bar} />
  const tag = (
    <Page wide bar={bar} action={!isWide && <ConfirmBar placement={placement} form={form} />}>
      <Columns
        aside={
          <>
            {isWide && <ConfirmCard placement={placement} form={form} />}
            <PromiseList placement={placement} form={form} />
          </>
        }
      >
        <DraftTag placement={placement} form={form} isPriced={!isWide} />
      </Columns>
    </Page>
  )
  return payment ? <ConfirmationPayment payment={payment} tag={tag} /> : tag
}

function ConfirmationPayment({ payment, tag }: { payment: PaymentActor; tag: ReactNode }) {
  const isOpening = useSelector(payment, selectIsFirstOpening)
  return isOpening ? tag : <PaymentStage payment={payment} />
}

function ConfirmSkeleton({ bar }: { bar: ReactNode }) {
  const intl = useIntl()
  const isWide = useIsWide()
  return (
    <Page
      wide
      bar={bar}
      action={
        !isWide && (
          <StickyAction>
            <Skeleton shape="block" height="52px" />
          </StickyAction>
        )
      }
    >
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Columns
          aside={
            <div className={styles.bones}>
              <Skeleton width="34%" />
              <Skeleton shape="block" height="168px" />
            </div>
          }
        >
          <Tag eyelet tearOff={<Skeleton shape="block" height="84px" />}>
            <div className={styles.part}>
              <FromToSkeleton />
            </div>
            {['58%', '44%', '36%'].map((width) => (
              <div className={styles.part} key={width}>
                <div className={styles.heading}>
                  <Skeleton width="18%" height="13px" />
                </div>
                <Skeleton width={width} />
              </div>
            ))}
          </Tag>
        </Columns>
      </Loading>
    </Page>
  )
}

const NothingPending = ({ bar }: { bar: ReactNode }) => (
  <Page bar={bar} centered>
    <EmptyState
      picture={<EmptyListPicture />}
      title={<FormattedMessage id="orderConfirm.nothingPending" />}
      action={
        <Button href="/qr-code/scan" icon={<ScanLine size={20} />}>
          <FormattedMessage id="orderConfirm.scan" />
        </Button>
      }
    >
      <FormattedMessage id="orderConfirm.nothingPendingDetail" />
    </EmptyState>
  </Page>
)
