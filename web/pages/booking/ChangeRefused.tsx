import { selectChangeRefusal } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, LostPagePicture, Page } from '../../ui/index.ts'
import type { ChangePageProps } from './change-props.ts'

/** Why the order cannot be changed, and the way back to it. */
export function ChangeRefused({ change, order, bar }: ChangePageProps) {
  const reason = useSelector(change, selectChangeRefusal)
  return (
    <Page bar={bar} centered>
      <EmptyState
        role="alert"
        picture={<LostPagePicture />}
        title={<FormattedMessage id="orderChange.refused" />}
        action={
          <Button href={`/order/detail/${order.orderId}`}>
            <FormattedMessage id="payment.seeOrder" />
          </Button>
        }
      >
        <FormattedMessage id="orderChange.reason" values={{ reason }} />
      </EmptyState>
    </Page>
  )
}
