import type { PaymentStatus } from '@handsfree/core/contract'
import { failureText, formatMoney } from '@handsfree/core/i18n'
import { isNotFound } from '@handsfree/core/lib'
import {
  type PaymentAction,
  selectCanReopen,
  selectIsOverdue,
  selectPayment,
  selectPaymentProblem,
} from '@handsfree/core/payments'
import { policy } from '@handsfree/core/policy'
import { CircleCheck, CircleX, ExternalLink, Hourglass, TimerOff, Undo2, WalletCards } from 'lucide-react'
import { type IntlShape, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useApp } from '../../app/useApp.ts'
import { Button, type ButtonProps, EmptyState, LostPagePicture, Page } from '../../ui/index.ts'
import { PaymentChoices } from './PaymentChoices.tsx'
import { IconCard, LeaveCard, OrderLink, StageLayout, type StageProps } from './StageLayout.tsx'

const pictureSize = 44

const actButton = (
  intl: IntlShape,
  { snapshot, send }: StageProps,
  type: PaymentAction['type'],
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

/** The bank hasn't answered for a long time. Money may have been taken, so this must not say "failed". */
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
          ? actButton(intl, props, 'payment.open', 'payment.continue')
          : actButton(intl, props, 'payment.checkAgain', 'payment.checkAgain')
      }
    >
      {canReopen && <ReopenCard snapshot={props.snapshot} />}
      {canReopen && <PaymentChoices {...props} />}
      {canReopen && actButton(intl, props, 'payment.checkAgain', 'payment.checkAgain', 'ghost')}
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
      action={actButton(intl, props, 'payment.retry', 'payment.tryAgain')}
    >
      <PaymentChoices {...props} />
      {orderLink(intl, props)}
    </StageLayout>
  )
}

export function Expired(props: StageProps) {
  const intl = useIntl()
  return (
    <StageLayout
      bar={props.bar}
      tone="gold"
      icon={<TimerOff size={pictureSize} aria-hidden="true" />}
      title={intl.formatMessage({ id: 'payment.expiredTitle' })}
      detail={intl.formatMessage({ id: 'payment.expiredDetail' })}
      action={actButton(intl, props, 'payment.retry', 'payment.tryAgain')}
    >
      <PaymentChoices {...props} />
      {orderLink(intl, props)}
    </StageLayout>
  )
}

const outcomeOfState: Partial<Record<PaymentStatus, 'goesBack' | 'wentBack'>> = {
  refunding: 'goesBack',
  refunded: 'wentBack',
}

/** `createPaymentPage` redirects to the order. An unneeded payment is refunded. */
export function Paid(props: StageProps) {
  const intl = useIntl()
  const payment = selectPayment(props.snapshot)
  const amount = payment ? formatMoney(payment.amount, intl) : ''
  const outcome = (payment && outcomeOfState[payment.state]) ?? 'paid'
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

export function Withdrawn({ snapshot, bar }: StageProps) {
  const intl = useIntl()
  const orderId = selectPayment(snapshot)?.orderId
  return (
    <StageLayout
      bar={bar}
      tone="mint"
      icon={<CircleCheck size={pictureSize} aria-hidden="true" />}
      title={intl.formatMessage({ id: 'payment.withdrawnTitle' })}
      detail={intl.formatMessage({ id: 'payment.withdrawnDetail' }, policy)}
      action={
        orderId && (
          <Button href={`/order/detail/${orderId}`}>{intl.formatMessage({ id: 'payment.seeOrder' })}</Button>
        )
      }
    />
  )
}

export function AtProvider({ snapshot, send, bar }: StageProps) {
  const intl = useIntl()
  const { platform } = useApp()
  const page = snapshot.context.session?.redirectUrl
  return (
    <StageLayout
      bar={bar}
      tone="mint"
      icon={<ExternalLink size={pictureSize} aria-hidden="true" />}
      title={intl.formatMessage({ id: 'payment.atProviderTitle' })}
      detail={intl.formatMessage({ id: 'payment.atProviderDetail' })}
      action={
        page && (
          <Button kind="gold" onClick={() => platform.openPage(page)}>
            {intl.formatMessage({ id: 'payment.openPage' })}
          </Button>
        )
      }
    >
      <Button
        kind="ghost"
        disabled={!snapshot.can({ type: 'payment.checkAgain' })}
        onClick={() => send({ type: 'payment.checkAgain' })}
      >
        {intl.formatMessage({ id: 'payment.checkNow' })}
      </Button>
    </StageLayout>
  )
}

export function Unavailable({ snapshot, send, bar }: StageProps) {
  const intl = useIntl()
  const problem = selectPaymentProblem(snapshot)
  const notThere = problem !== null && isNotFound(problem)
  const text = (id: MessageKey) => intl.formatMessage({ id })
  return (
    <Page bar={bar} centered>
      <EmptyState
        role="alert"
        picture={<LostPagePicture />}
        title={text(notThere ? 'payment.notThereTitle' : 'payment.unavailableTitle')}
        action={
          notThere ? (
            <Button href="/order/category">{text('payment.seeOrders')}</Button>
          ) : (
            <Button
              disabled={!snapshot.can({ type: 'payment.retry' })}
              onClick={() => send({ type: 'payment.retry' })}
            >
              {text('common.tryAgain')}
            </Button>
          )
        }
      >
        {notThere ? text('payment.notThereDetail') : problem && failureText(intl, problem)}
      </EmptyState>
    </Page>
  )
}

function ReopenCard({ snapshot }: Pick<StageProps, 'snapshot'>) {
  const intl = useIntl()
  const reason = selectIsOverdue(snapshot) ? 'overdue' : 'unpaid'
  return (
    <IconCard icon={<WalletCards size={22} />} title={intl.formatMessage({ id: `payment.${reason}Title` })}>
      {intl.formatMessage({ id: `payment.${reason}Detail` }, policy)}
    </IconCard>
  )
}
