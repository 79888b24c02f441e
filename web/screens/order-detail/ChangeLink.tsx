import { offeredChange } from '@handsfree/core/order'
import { useIntl } from 'react-intl'
import { Button } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

/** The way to change an order instead of cancelling it; none while a change waits. */
export function ChangeLink({ order }: OrderProps) {
  const intl = useIntl()
  const may = offeredChange(order)
  if (!may) return null
  return (
    <Button kind="ghost" href={`/order/change/${order.orderId}`}>
      {intl.formatMessage({ id: `orderChange.start.${may}` })}
    </Button>
  )
}
