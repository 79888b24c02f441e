import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, LostPagePicture } from '../ui/index.ts'

/** An unknown order, or one that this employee no longer sees. */
export const OrderGone = () => (
  <EmptyState
    role="alert"
    picture={<LostPagePicture />}
    title={<FormattedMessage id="crewOrder.gone" />}
    action={
      <Button href="/crew">
        <FormattedMessage id="crewLost.goHome" />
      </Button>
    }
  >
    <FormattedMessage id="crewOrder.goneDetail" />
  </EmptyState>
)
