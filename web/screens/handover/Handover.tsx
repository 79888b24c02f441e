import { selectGuestOrder, selectHandoverReading } from '@handsfree/core/handover'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Stale } from '../../reading/Stale.tsx'
import { LoadingPage, Unread } from '../../reading/Unread.tsx'
import { Button, EmptyState, Headline, LostPagePicture, Page, Skeleton } from '../../ui/index.ts'
import { HandoverBar } from './HandoverBar.tsx'
import { HandoverPhotos } from './HandoverPhotos.tsx'
import { HandoverTag } from './HandoverTag.tsx'
import { HandoverTerms } from './HandoverTerms.tsx'
import { openHandover } from './open-handover.ts'

/** An order that a desk has filled in: its guest looks through it, agrees to the terms, and pays. */
export default function Handover() {
  const intl = useIntl()
  const { token = '' } = useParams()
  const handover = useScreenActor((app) => openHandover(app, token))
  const order = useSelector(handover, selectGuestOrder)
  const reading = useSelector(handover, selectHandoverReading)
  const isGone = useSelector(handover, (snapshot) => snapshot.matches('gone'))
  const bar = <BackBar title={intl.formatMessage({ id: 'handover.title' })} actions={<LanguageSwitch />} />
  if (isGone) return <LinkEnded bar={bar} />
  if (!order) {
    const loading = (
      <LoadingPage bar={bar}>
        <Skeleton width="72%" height="32px" />
        <Skeleton shape="block" height="320px" />
      </LoadingPage>
    )
    return <Unread reading={reading} bar={bar} loading={loading} />
  }
  return (
    <Page bar={bar} action={<HandoverBar handover={handover} />}>
      <Stale reading={reading} />
      <Headline
        level={2}
        detail={<FormattedMessage id="handover.detail" values={{ place: order.pickup.name }} />}
      >
        <FormattedMessage id="handover.ready" />
      </Headline>
      <HandoverTag order={order} />
      {order.photoCount === 0 && <HandoverPhotos handover={handover} />}
      <HandoverTerms handover={handover} />
    </Page>
  )
}

const LinkEnded = ({ bar }: { bar: ReactNode }) => (
  <Page bar={bar} centered>
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
  </Page>
)
