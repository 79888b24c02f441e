import { selectIsOverdue } from '@handsfree/core/payment'
import { policy } from '@handsfree/core/policy'
import { WalletCards } from 'lucide-react'
import { useIntl } from 'react-intl'
import { IconCard } from './IconCard.tsx'
import type { StageProps } from './stage.ts'

/** Says why the payment page may be opened again. */
export function ReopenCard({ snapshot }: Pick<StageProps, 'snapshot'>) {
  const intl = useIntl()
  const reason = selectIsOverdue(snapshot) ? 'overdue' : 'unpaid'
  return (
    <IconCard icon={<WalletCards size={22} />} title={intl.formatMessage({ id: `payment.${reason}Title` })}>
      {intl.formatMessage({ id: `payment.${reason}Detail` }, policy)}
    </IconCard>
  )
}
