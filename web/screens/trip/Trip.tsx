import { policy } from '@handsfree/core/policy'
import { createTrip, selectTrip, selectTripHasEnded, selectTripProblem } from '@handsfree/core/trip'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadFailed } from '../../errors/LoadFailed.tsx'
import { EmptyState, Loading, LostPagePicture, Page, Skeleton, TopBar } from '../../ui/index.ts'
import { TripView } from './TripView.tsx'

/** The page of somebody else who collects, by a link and without an account. */
export default function Trip() {
  const intl = useIntl()
  const { token = '' } = useParams()
  const actor = useScreenActor((app) => createTrip(app, token))
  const trip = useSelector(actor, selectTrip)
  const hasEnded = useSelector(actor, selectTripHasEnded)
  const problem = useSelector(actor, selectTripProblem)
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
  if (problem) {
    return (
      <Page bar={bar} centered>
        <LoadFailed problem={problem} onReload={() => actor.send({ type: 'trip.retry' })} />
      </Page>
    )
  }
  return (
    <Page bar={bar}>
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton width="72%" height="32px" />
        <Skeleton width="46%" />
        <Skeleton shape="block" height="200px" />
      </Loading>
    </Page>
  )
}
