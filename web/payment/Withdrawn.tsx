import { selectPayment } from '@handsfree/core/payment'
import { policy } from '@handsfree/core/policy'
import { CircleCheck } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Button } from '../ui/index.ts'
import { StageLayout } from './StageLayout.tsx'
import type { StageProps } from './stage.ts'

export function Withdrawn({ snapshot, bar }: StageProps) {
  const intl = useIntl()
  const orderId = selectPayment(snapshot)?.orderId
  return (
    <StageLayout
      bar={bar}
      tone="mint"
      icon={<CircleCheck size={44} aria-hidden="true" />}
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
