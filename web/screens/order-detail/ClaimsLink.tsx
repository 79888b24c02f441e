import { offersClaims } from '@handsfree/core/order'
import { ShieldQuestionMark } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Button } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

/** To the order's claims, once there is something to claim. */
export function ClaimsLink({ order }: OrderProps) {
  const intl = useIntl()
  if (!offersClaims(order)) return null
  return (
    <Button
      kind="ghost"
      icon={<ShieldQuestionMark size={20} aria-hidden="true" />}
      href={`/order/claims/${order.orderId}`}
    >
      {intl.formatMessage({ id: 'claim.open' })}
    </Button>
  )
}
