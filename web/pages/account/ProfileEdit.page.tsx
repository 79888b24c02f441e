import type { App } from '@handsfree/core'
import {
  createProfile,
  type ProfileActor,
  selectProfileIsUnsaved,
  selectProfileReading,
} from '@handsfree/core/account'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { addLeaveGuard } from '../../app/leave-guards.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadingPage, ReadingFallback } from '../../parts/reading/ReadingFallback.tsx'
import { Skeleton } from '../../ui/index.ts'
import { ProfileForm } from './ProfileForm.tsx'

export default function ProfileEdit() {
  const intl = useIntl()
  const profile = useScreenActor(createProfilePage)
  const isKnown = useSelector(profile, ({ context }) => context.profile !== null)
  const reading = useSelector(profile, selectProfileReading)
  const bar = <BackBar title={intl.formatMessage({ id: 'profile.title' })} />
  if (isKnown) return <ProfileForm profile={profile} bar={bar} />
  return (
    <ReadingFallback
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

/** Adds a leave guard for unsaved changes. The actor isn't started. */
function createProfilePage(app: App): ProfileActor {
  const profile = createProfile(app)
  let leave = () => {}
  const release = addLeaveGuard({
    // Changes can't be saved after signing out.
    isActive: () => selectIsSignedIn(app.auth.getSnapshot()) && selectProfileIsUnsaved(profile.getSnapshot()),
    confirm: (proceed) => {
      leave = proceed
      profile.send({ type: 'profile.leave' })
    },
  })
  profile.on('profile.left', () => leave())
  profile.subscribe({ complete: release })
  return profile
}
