import { createTrip, selectTrip, selectTripHasEnded, selectTripReading } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { EmptyState, LostPagePicture, Page, Skeleton, TopBar } from '../../ui/index.ts'
import { TripView } from './TripView.tsx'

export default function Trip() {
  const intl = useIntl()
  const { token = '' } = useParams()
  const actor = useScreenActor((app) => createTrip(app, token))
  const trip = useSelector(actor, selectTrip)
  const hasEnded = useSelector(actor, selectTripHasEnded)
  const reading = useSelector(actor, selectTripReading)
  const bar = <TopBar title={intl.formatMessage({ id: 'trip.title' })} actions={<LanguageSwitch />} />
  if (trip) {
    return (
      <Page bar={bar}>
        <TripView actor={actor} trip={trip} />
      </Page>
    )
  }
  if (hasEnded) {
    return (
      <Page bar={bar} centered>
        <EmptyState
          role="alert"
          picture={<LostPagePicture />}
          title={intl.formatMessage({ id: 'trip.endedTitle' })}
        >
          {intl.formatMessage({ id: 'trip.endedDetail' }, policy)}
        </EmptyState>
      </Page>
    )
  }
  const loading = (
    <LoadingPage bar={bar}>
      <Skeleton width="72%" height="32px" />
      <Skeleton width="46%" />
      <Skeleton shape="block" height="200px" />
    </LoadingPage>
  )
  const retry = () => actor.send({ type: 'trip.retry' })
  return <ReadingFallback reading={reading} bar={bar} loading={loading} onReload={retry} />
}
