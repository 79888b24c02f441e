import { ShieldCheck } from 'lucide-react'
import { useIntl } from 'react-intl'
import { NoticeCard } from './NoticeCard.tsx'

/** Says that nothing is lost when the traveller leaves. */
export function LeaveCard() {
  const intl = useIntl()
  return (
    <NoticeCard icon={<ShieldCheck size={22} />} title={intl.formatMessage({ id: 'payment.leaveTitle' })}>
      {intl.formatMessage({ id: 'payment.leaveDetail' })}
    </NoticeCard>
  )
}
