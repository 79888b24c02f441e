import { useIntl } from 'react-intl'
import { Button } from '../../ui/index.ts'
import type { OrderProps } from './order-props.ts'

/** The way to change an order instead of cancelling it; none while a change waits. */
export function ChangeLink({ order: { orderId, changes } }: OrderProps) {
  const intl = useIntl()
  if (!changes?.may || changes.open) return null
  return (
    <Button kind="ghost" href={`/order/change/${orderId}`}>
      {intl.formatMessage({ id: `orderChange.start.${changes.may}` })}
    </Button>
  )
}
