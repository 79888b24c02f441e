import type { PlacementActor } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, LostPagePicture, Page } from '../ui/index.ts'

/** 3002: an unknown QR code. */
export const PlaceUnknown = ({ bar }: { bar: ReactNode }) => (
  <Page bar={bar} centered>
    <EmptyState
      role="alert"
      picture={<LostPagePicture />}
      title={<FormattedMessage id="orderForm.unknownSite" />}
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
      <FormattedMessage id="orderForm.unknownSiteDetail" />
    </EmptyState>
  </Page>
)

/** The site could not be read; nothing that was filled in is lost. */
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
