import { selectProfileReading } from '@handsfree/core/profile'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadingPage, Unread } from '../../reading/Unread.tsx'
import { Skeleton } from '../../ui/index.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { createProfilePage } from './profile-page.ts'

export default function ProfileEdit() {
  const intl = useIntl()
  const profile = useScreenActor(createProfilePage)
  const isKnown = useSelector(profile, ({ context }) => context.profile !== null)
  const reading = useSelector(profile, selectProfileReading)
  const bar = <BackBar title={intl.formatMessage({ id: 'profile.title' })} />
  if (isKnown) return <ProfileForm profile={profile} bar={bar} />
  return (
    <Unread
      reading={reading}
      bar={bar}
      loading={
        <LoadingPage bar={bar} labelKey="profile.loading">
          <Skeleton width="30%" />
          <Skeleton shape="block" height="56px" />
          <Skeleton width="30%" />
          <Skeleton shape="block" height="56px" />
          <Skeleton width="30%" />
          <Skeleton shape="block" height="56px" />
        </LoadingPage>
      }
    />
  )
}
