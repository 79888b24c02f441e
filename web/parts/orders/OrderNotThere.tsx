import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, LostPagePicture } from '../../ui/index.ts'

export const OrderNotThere = () => (
  <EmptyState
    role="alert"
    picture={<LostPagePicture />}
    title={<FormattedMessage id="order.notThereTitle" />}
    action={
      <Button href="/order/category">
        <FormattedMessage id="order.seeOrders" />
      </Button>
    }
  >
    <FormattedMessage id="order.notThereDetail" />
  </EmptyState>
)
