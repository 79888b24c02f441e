import type { PlacementActor } from '@handsfree/core/booking'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { formPath } from '../../app/address.ts'
import { Button, EmptyListPicture, EmptyState, Page } from '../../ui/index.ts'

export const PlacedInOtherTab = ({ placement, bar }: { placement: PlacementActor; bar: ReactNode }) => (
  <Page bar={bar} centered>
    <EmptyState
      role="status"
      picture={<EmptyListPicture />}
      title={<FormattedMessage id="placedInOtherTab.title" />}
      action={
        <>
          <Button href="/order/category">
            <FormattedMessage id="order.seeOrders" />
          </Button>
          <Button kind="ghost" href={formPath(placement.getSnapshot().context.qrId)}>
            <FormattedMessage id="placedInOtherTab.another" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="placedInOtherTab.detail" />
    </EmptyState>
  </Page>
)
