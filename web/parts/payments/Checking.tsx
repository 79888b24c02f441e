import { durationText, formatMoney } from '@handsfree/core/i18n'
import {
  selectCanReopen,
  selectCheckingSince,
  selectIsOverdue,
  selectPayment,
  selectPaymentProblem,
} from '@handsfree/core/payments'
import { policy } from '@handsfree/core/policy'
import { ReceiptText } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { Alert, TextLink } from '../../ui/index.ts'
import styles from './Checking.module.css'
import { PaymentChoices } from './PaymentChoices.tsx'
import { LeaveCard, OrderLink, StageLayout, type StageProps } from './StageLayout.tsx'

/**
 * The result is unknown: the traveller may have left the provider's page unpaid, or the provider may be slow. After a
 * while it offers to reopen the payment page.
 */
export function Checking({ snapshot, send, bar }: StageProps) {
  const intl = useIntl()
  const isWithdrawn = selectPayment(snapshot)?.withdrawn === true
  const canContinue = selectCanReopen(snapshot)
  const title = intl.formatMessage({ id: 'payment.checkingTitle' })
  return (
    <StageLayout
      bar={bar}
      tone="mint"
      icon={<ReceiptText size={44} aria-hidden="true" />}
      ring={<Ring label={title} />}
      title={title}
      detail={<CheckingDetail snapshot={snapshot} />}
    >
      {selectPaymentProblem(snapshot) && (
        <Alert tone="sky" panel>
          {intl.formatMessage({ id: 'payment.noConnection' })}
        </Alert>
      )}
      {isWithdrawn && (
        <Alert tone="sky" panel>
          {intl.formatMessage({ id: 'payment.withdrawnDetail' }, policy)}
        </Alert>
      )}
      <LeaveCard />
      <OrderLink orderId={selectPayment(snapshot)?.orderId}>
        {intl.formatMessage({ id: 'payment.seeOrder' })}
      </OrderLink>
      {canContinue && <PaymentChoices snapshot={snapshot} send={send} />}
      {canContinue && <ReopenLink snapshot={snapshot} send={send} />}
    </StageLayout>
  )
}

function CheckingDetail({ snapshot }: Pick<StageProps, 'snapshot'>) {
  const intl = useIntl()
  const now = useNow(1_000)
  const since = selectCheckingSince(snapshot) ?? now
  const seconds = Math.max(0, Math.floor((now - since) / 1_000))
  const duration = durationText(intl, seconds)
  const amount = selectPayment(snapshot)?.amount
  if (seconds === 0) return amount ? formatMoney(amount, intl) : null
  return amount
    ? intl.formatMessage({ id: 'payment.askingAmount' }, { amount: formatMoney(amount, intl), duration })
    : intl.formatMessage({ id: 'payment.asking' }, { duration })
}

const Ring = ({ label }: { label: string }) => (
  <svg className={styles.ring} viewBox="0 0 112 112" role="progressbar" aria-label={label}>
    <circle className={styles.arc} cx="56" cy="56" r="54" />
  </svg>
)

/** A text link rather than a button, because the payment may still succeed. */
function ReopenLink({ snapshot, send }: Pick<StageProps, 'snapshot' | 'send'>) {
  const intl = useIntl()
  const reason = selectIsOverdue(snapshot) ? 'overdue' : 'unpaid'
  return (
    <div className={styles.reopen}>
      <div className={styles.question}>
        <span>{intl.formatMessage({ id: `payment.${reason}Title` })}</span>
        <TextLink forward onClick={() => send({ type: 'payment.open' })}>
          {intl.formatMessage({ id: 'payment.continue' })}
        </TextLink>
      </div>
      <p className="small">{intl.formatMessage({ id: `payment.${reason}Detail` }, policy)}</p>
    </div>
  )
}
