import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button, EmptyListPicture, EmptyState, Loading, Page, Skeleton } from '../../ui/index.ts'
import { ProfileForm, type ProfileFormProps } from './ProfileForm.tsx'
import { createProfilePage } from './profile-page.ts'

export default function ProfileEdit() {
  const intl = useIntl()
  const profile = useScreenActor(createProfilePage)
  const page = useSelector(profile, (snapshot) => {
    if (snapshot.matches('unavailable')) return 'unavailable'
    return snapshot.context.profile ? 'form' : 'loading'
  })
  const bar = <BackBar title={intl.formatMessage({ id: 'profile.title' })} />
  if (page === 'unavailable') return <Unavailable profile={profile} bar={bar} />
  if (page === 'form') return <ProfileForm profile={profile} bar={bar} />
  return (
    <Page bar={bar}>
      <Loading label={intl.formatMessage({ id: 'profile.loading' })}>
        <Skeleton width="30%" />
        <Skeleton shape="block" height="56px" />
        <Skeleton width="30%" />
        <Skeleton shape="block" height="56px" />
        <Skeleton width="30%" />
        <Skeleton shape="block" height="56px" />
      </Loading>
    </Page>
  )
}

const Unavailable = ({ profile, bar }: ProfileFormProps) => (
  <Page bar={bar} centered>
    <EmptyState
      role="alert"
      picture={<EmptyListPicture />}
      title={<FormattedMessage id="profile.unavailable" />}
      action={
        <Button onClick={() => profile.send({ type: 'profile.retry' })}>
          <FormattedMessage id="common.tryAgain" />
        </Button>
      }
    >
      <FormattedMessage id="error.network" />
    </EmptyState>
  </Page>
)
