import {
  selectCanReopen,
  selectCheckingSince,
  selectPayment,
  selectPaymentProblem,
} from '@handsfree/core/payment'
import { policy } from '@handsfree/core/policy'
import { durationWords } from '@handsfree/core/words'
import { ReceiptText } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useNow } from '../app/useNow.ts'
import { formatMoney } from '../format/index.ts'
import { Alert } from '../ui/index.ts'
import { LeaveCard } from './LeaveCard.tsx'
import { ReopenLink } from './ReopenLink.tsx'
import { Ring } from './Ring.tsx'
import { StageLayout } from './StageLayout.tsx'
import type { StageProps } from './stage.ts'

/**
 * The result is not known: shows what we wait for, and since when. While the provider's page is open, the traveller may
 * have come back without paying, or its news is late: so the way back is offered after a while, and nothing is claimed.
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
      detail={<Asking snapshot={snapshot} />}
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
      {canContinue && <ReopenLink snapshot={snapshot} send={send} />}
    </StageLayout>
  )
}

function Asking({ snapshot }: Pick<StageProps, 'snapshot'>) {
  const intl = useIntl()
  const now = useNow(1_000)
  const since = selectCheckingSince(snapshot) ?? now
  const seconds = Math.max(0, Math.floor((now - since) / 1_000))
  const duration = durationWords(intl, seconds)
  const amount = selectPayment(snapshot)?.amount
  // Nobody has waited yet.
  if (seconds === 0) return amount ? formatMoney(amount, intl) : null
  return amount
    ? intl.formatMessage({ id: 'payment.askingAmount' }, { amount: formatMoney(amount, intl), duration })
    : intl.formatMessage({ id: 'payment.asking' }, { duration })
}
