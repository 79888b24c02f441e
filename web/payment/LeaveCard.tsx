import { ShieldCheck } from 'lucide-react'
import { useIntl } from 'react-intl'
import { NoticeCard } from './NoticeCard.tsx'

/** Nothing is lost when the traveller goes. */
export function LeaveCard() {
  const intl = useIntl()
  return (
    <NoticeCard icon={<ShieldCheck size={22} />} title={intl.formatMessage({ id: 'payment.leaveTitle' })}>
      {intl.formatMessage({ id: 'payment.leaveDetail' })}
    </NoticeCard>
  )
}
