import { type PlacementActor, selectPlacementProblem } from '@handsfree/core/booking'
import { errorCodes } from '@handsfree/core/lib'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, LostPagePicture, Page } from '../../ui/index.ts'

/** Unknown QR code (3002), or a site that no longer takes orders (3004). */
export function PlaceUnknown({ placement, bar }: { placement: PlacementActor; bar: ReactNode }) {
  const problem = useSelector(placement, selectPlacementProblem)
  const isClosed = problem?.code === 'refused' && problem.errorCode === errorCodes.siteClosed
  return (
    <Page bar={bar} centered>
      <EmptyState
        role="alert"
        picture={<LostPagePicture />}
        title={<FormattedMessage id={isClosed ? 'orderForm.closedSite' : 'orderForm.unknownSite'} />}
        action={
          <>
            <Button href="/qr-code/scan">
              <FormattedMessage id="orderForm.scanAnother" />
            </Button>
            <Button kind="ghost" href="/start">
              <FormattedMessage id="scan.byName" />
            </Button>
            <Button kind="ghost" href="/">
              <FormattedMessage id="common.goHome" />
            </Button>
          </>
        }
      >
        <FormattedMessage id={isClosed ? 'orderForm.closedSiteDetail' : 'orderForm.unknownSiteDetail'} />
      </EmptyState>
    </Page>
  )
}

export function PlaceUnreachable({ placement, bar }: { placement: PlacementActor; bar: ReactNode }) {
  const canRetry = useSelector(placement, (snapshot) => snapshot.can({ type: 'placement.retry' }))
  return (
    <Page bar={bar} centered>
      <EmptyState
        role="alert"
        picture={<LostPagePicture />}
        title={<FormattedMessage id="orderForm.unreachable" />}
        action={
          <Button disabled={!canRetry} onClick={() => placement.send({ type: 'placement.retry' })}>
            <FormattedMessage id="common.tryAgain" />
          </Button>
        }
      >
        <FormattedMessage id="orderForm.unreachableDetail" />
      </EmptyState>
    </Page>
  )
}
