import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import {
  createHandover,
  createHandoverSummary,
  type HandoverActor,
  selectGuestOrder,
  selectHandoverPhotoSet,
  selectHandoverReading,
  selectPhotoNeed,
  selectTakenPath,
} from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { signInPath } from '../../app/address.ts'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { navigate } from '../../app/navigate.ts'
import { useApp } from '../../app/useApp.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { PolicyChange } from '../../parts/booking/PolicyChange.tsx'
import { TermsText } from '../../parts/info/TermsText.tsx'
import { PhotoGrid } from '../../parts/photos/PhotoGrid.tsx'
import { LoadingPage, ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import {
  Button,
  EmptyState,
  Headline,
  LostPagePicture,
  Page,
  Sheet,
  Skeleton,
  StickyAction,
} from '../../ui/index.ts'
import { HandoverBar } from './HandoverBar.tsx'
import styles from './HandoverTag.module.css'
import { HandoverTag } from './HandoverTag.tsx'

/** An order that a hotel desk has prepared. The guest signs in, checks it, agrees to the terms and pays. */
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
    return <ReadingFallback reading={reading} bar={bar} loading={loading} />
  }
  return (
    <Page bar={bar} action={<HandoverBar handover={handover} />}>
      <ReadingStaleAlert reading={reading} />
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

function Invitation({ token, bar }: { token: string; bar: ReactNode }) {
  const actor = useScreenActor((app) => createHandoverSummary(app, token))
  const summary = useSelector(actor, selectValue(actor))
  if (!summary) {
    const loading = (
      <LoadingPage bar={bar}>
        <Skeleton width="72%" height="32px" />
        <Skeleton width="88%" />
      </LoadingPage>
    )
    return <ReadingFallback reading={actor} bar={bar} loading={loading} notThere={<LinkEnded />} />
  }
  return (
    <Page
      bar={bar}
      action={
        <StickyAction>
          <Button href={signInPath(`/handover/${token}`)}>
            <FormattedMessage id="handover.signIn" />
          </Button>
        </StickyAction>
      }
    >
      <Headline level={2} detail={<FormattedMessage id="handover.invitation" values={summary} />}>
        <FormattedMessage id="handover.ready" />
      </Headline>
      <p className="soft">
        <FormattedMessage id="handover.sameNumber" />
      </p>
    </Page>
  )
}

/** Only needed if the desk has taken no photos. */
function HandoverPhotos({ handover }: { handover: HandoverActor }) {
  const intl = useIntl()
  const need = useSelector(handover, selectPhotoNeed)
  return (
    <div className={styles.photos}>
      <PhotoGrid
        photoSet={useSelector(handover, selectHandoverPhotoSet)}
        maxPhotos={policy.maxPhotos}
        isEditable={useSelector(handover, (snapshot) => snapshot.matches('offered'))}
        legend={intl.formatMessage({ id: 'orderForm.photos' })}
        hint={intl.formatMessage({ id: 'orderForm.photosHint' }, policy)}
        firstLabel={intl.formatMessage({ id: 'orderForm.addPhotos' })}
        labelOf={(number) => intl.formatMessage({ id: 'orderForm.photo' }, { number })}
        // Each failed photo already has its own message.
        error={
          need === 'missing' ? intl.formatMessage({ id: 'orderForm.problem.photosRequired' }) : undefined
        }
      />
    </div>
  )
}

/** Orders require agreement to the Terms of Service (spec section 5). */
function HandoverTerms({ handover }: { handover: HandoverActor }) {
  const intl = useIntl()
  return (
    <Sheet
      open={useSelector(handover, (snapshot) => snapshot.matches('agreeingToTerms'))}
      onClose={() => handover.send({ type: 'terms.decline' })}
      title={intl.formatMessage({ id: 'orderForm.agreeToTerms' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
      action={
        <Button onClick={() => handover.send({ type: 'terms.agree' })}>
          <FormattedMessage id="orderForm.agreeAndContinue" />
        </Button>
      }
    >
      <PolicyChange />
      <TermsText level={3} />
    </Sheet>
  )
}

function openHandover(app: App, token: string): HandoverActor {
  const handover = createHandover(app, token)
  handover.subscribe({
    complete: () => {
      const path = selectTakenPath(handover.getSnapshot())
      if (path) navigate(path, { replace: true })
    },
  })
  return handover
}

const LinkEnded = () => (
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
