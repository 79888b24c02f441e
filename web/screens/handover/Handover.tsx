import { selectIsSignedIn } from '@handsfree/core/auth'
import { selectGuestOrder, selectHandoverReading } from '@handsfree/core/handover'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { BackBar } from '../../app/BackBar.tsx'
import { useApp } from '../../app/context.ts'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Stale } from '../../reading/Stale.tsx'
import { LoadingPage, Unread } from '../../reading/Unread.tsx'
import { Headline, Page, Skeleton } from '../../ui/index.ts'
import { HandoverBar } from './HandoverBar.tsx'
import { HandoverPhotos } from './HandoverPhotos.tsx'
import { HandoverTag } from './HandoverTag.tsx'
import { HandoverTerms } from './HandoverTerms.tsx'
import { Invitation } from './Invitation.tsx'
import { LinkEnded } from './LinkEnded.tsx'
import { openHandover } from './open-handover.ts'

/** An order that a desk has filled in: its guest signs in, looks through it, agrees to the terms, and pays. */
export default function Handover() {
  const intl = useIntl()
  const { token = '' } = useParams()
  const isSignedIn = useSelector(useApp().auth, selectIsSignedIn)
  const bar = <BackBar title={intl.formatMessage({ id: 'handover.title' })} actions={<LanguageSwitch />} />
  return isSignedIn ? <GuestOrder token={token} bar={bar} /> : <Invitation token={token} bar={bar} />
}

function GuestOrder({ token, bar }: { token: string; bar: ReactNode }) {
  const handover = useScreenActor((app) => openHandover(app, token))
  const order = useSelector(handover, selectGuestOrder)
  const reading = useSelector(handover, selectHandoverReading)
  const isGone = useSelector(handover, (snapshot) => snapshot.matches('gone'))
  if (isGone) {
    return (
      <Page bar={bar} centered>
        <LinkEnded />
      </Page>
    )
  }
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
