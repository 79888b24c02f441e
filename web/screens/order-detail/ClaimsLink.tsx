import { type OrderDetailActor, offersClaims, selectClaimOfferWaits } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { ShieldQuestionMark } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Button } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

/** To the order's claims, once there is something to claim, or an offer to answer. */
export function ClaimsLink({ actor, order }: OrderProps & { actor: OrderDetailActor }) {
  const intl = useIntl()
  const isAsked = useSelector(actor, selectClaimOfferWaits)
  if (!offersClaims(order)) return null
  return (
    <Button
      kind="ghost"
      icon={<ShieldQuestionMark size={20} aria-hidden="true" />}
      href={`/order/claims/${order.orderId}`}
    >
      {intl.formatMessage({ id: isAsked ? 'claim.yourTurn' : 'claim.open' })}
    </Button>
  )
}
