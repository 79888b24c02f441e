import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, LostPagePicture } from '../../ui/index.ts'

export const LinkEnded = () => (
  <EmptyState
    role="alert"
    picture={<LostPagePicture />}
    title={<FormattedMessage id="handover.gone" />}
    action={
      <>
        <Button href="/qr-code/scan">
          <FormattedMessage id="orderConfirm.scan" />
        </Button>
        <Button kind="ghost" href="/order/category">
          <FormattedMessage id="home.menu.orders" />
        </Button>
      </>
    }
  >
    <FormattedMessage id="handover.goneDetail" />
  </EmptyState>
)
