import type { Order } from '@handsfree/core/contract'
import { pendingChangeText } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { Alert, TextLink } from '../../ui/index.ts'

export default function ChangeAlert({ order }: { order: Order }) {
  const intl = useIntl()
  const now = useNow()
  const isLate = order.changes?.open?.stage === 'overdue'
  return (
    <Alert
      tone={isLate ? 'coral' : 'sky'}
      panel
      action={
        <TextLink href={`/order/change/${order.orderId}`}>
          {intl.formatMessage({ id: 'orderChange.see' })}
        </TextLink>
      }
    >
      {pendingChangeText(intl, order, now)}
    </Alert>
  )
}
