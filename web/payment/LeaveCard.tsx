import { ShieldCheck } from 'lucide-react'
import { useIntl } from 'react-intl'
import { IconCard } from './IconCard.tsx'

/** Says that nothing is lost when the traveller leaves. */
export function LeaveCard() {
  const intl = useIntl()
  return (
    <IconCard icon={<ShieldCheck size={22} />} title={intl.formatMessage({ id: 'payment.leaveTitle' })}>
      {intl.formatMessage({ id: 'payment.leaveDetail' })}
    </IconCard>
  )
}
