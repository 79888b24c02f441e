import type { PaymentStatus } from '@handsfree/core/api'
import type { PaymentAct } from '@handsfree/core/payment'
import { selectCanReopen, selectPayment } from '@handsfree/core/payment'
import { policy } from '@handsfree/core/policy'
import { CircleCheck, CircleX, Hourglass, TimerOff, Undo2 } from 'lucide-react'
import { type IntlShape, useIntl } from 'react-intl'
import type { MessageKey } from '../app/message-key.ts'
import { formatMoney } from '../format/index.ts'
import { Button, type ButtonProps } from '../ui/index.ts'
import { LeaveCard } from './LeaveCard.tsx'
import { ReopenCard } from './ReopenCard.tsx'
import { OrderLink, StageLayout } from './StageLayout.tsx'
import type { StageProps } from './stage.ts'

const pictureSize = 44

const act = (
  intl: IntlShape,
  { snapshot, send }: StageProps,
  type: PaymentAct['type'],
  id: MessageKey,
  kind: ButtonProps['kind'] = 'gold',
) => (
  <Button kind={kind} disabled={!snapshot.can({ type })} onClick={() => send({ type })}>
    {intl.formatMessage({ id })}
  </Button>
)

const orderLink = (intl: IntlShape, { snapshot }: StageProps) => (
  <OrderLink orderId={selectPayment(snapshot)?.orderId}>
    {intl.formatMessage({ id: 'payment.seeOrder' })}
  </OrderLink>
)

/** No result from the bank for a long time. Money may have been taken, so nothing here says "failed". */
export function StillConfirming(props: StageProps) {
  const intl = useIntl()
  const canReopen = selectCanReopen(props.snapshot)
  return (
    <StageLayout
      bar={props.bar}
      tone="sky"
      icon={<Hourglass size={pictureSize} aria-hidden="true" />}
      title={intl.formatMessage({ id: 'payment.stillTitle' })}
      detail={intl.formatMessage({ id: 'payment.stillDetail' })}
      action={
        canReopen
          ? act(intl, props, 'payment.open', 'payment.continue')
          : act(intl, props, 'payment.checkAgain', 'payment.checkAgain')
      }
    >
      {canReopen && <ReopenCard snapshot={props.snapshot} />}
      {canReopen && act(intl, props, 'payment.checkAgain', 'payment.checkAgain', 'ghost')}
      <LeaveCard />
      {orderLink(intl, props)}
    </StageLayout>
  )
}

export function Failed(props: StageProps) {
  const intl = useIntl()
  const failure = selectPayment(props.snapshot)?.failure ?? 'other'
  return (
    <StageLayout
      bar={props.bar}
      tone="coral"
      icon={<CircleX size={pictureSize} aria-hidden="true" />}
      title={intl.formatMessage({ id: 'payment.failedTitle' })}
      detail={intl.formatMessage({ id: 'payment.failedDetail' }, { failure })}
      action={act(intl, props, 'payment.retry', 'payment.tryAgain')}
    >
      {orderLink(intl, props)}
    </StageLayout>
  )
}

/** The provider's page timed out. */
export function Expired(props: StageProps) {
  const intl = useIntl()
  return (
    <StageLayout
      bar={props.bar}
      tone="gold"
      icon={<TimerOff size={pictureSize} aria-hidden="true" />}
      title={intl.formatMessage({ id: 'payment.expiredTitle' })}
      detail={intl.formatMessage({ id: 'payment.expiredDetail' })}
      action={act(intl, props, 'payment.retry', 'payment.tryAgain')}
    >
      {orderLink(intl, props)}
    </StageLayout>
  )
}

const wordsOfState: Partial<Record<PaymentStatus, 'goesBack' | 'wentBack'>> = {
  refunding: 'goesBack',
  refunded: 'wentBack',
}

/** Settled: the page navigates to the order by itself. A payment that the order did not need is refunded. */
export function Paid(props: StageProps) {
  const intl = useIntl()
  const payment = selectPayment(props.snapshot)
  const amount = payment ? formatMoney(payment.amount, intl) : ''
  const outcome = (payment && wordsOfState[payment.state]) ?? 'paid'
  const goesBack = outcome !== 'paid'
  return (
    <StageLayout
      bar={props.bar}
      tone={goesBack ? 'sky' : 'mint'}
      icon={
        goesBack ? (
          <Undo2 size={pictureSize} aria-hidden="true" />
        ) : (
          <CircleCheck size={pictureSize} aria-hidden="true" />
        )
      }
      title={intl.formatMessage({ id: `payment.${outcome}Title` })}
      detail={intl.formatMessage({ id: `payment.${outcome}Detail` }, { amount, ...policy })}
    >
      {orderLink(intl, props)}
    </StageLayout>
  )
}
