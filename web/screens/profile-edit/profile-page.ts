import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { createProfile, type ProfileActor, selectProfileIsUnsaved } from '@handsfree/core/profile'
import { addLeaveGuard } from '../../app/leave-guards.ts'

/** The profile on its page, which asks before unsaved changes are left. Created, not started. */
export function createProfilePage(app: App): ProfileActor {
  const profile = createProfile(app)
  let leave = () => {}
  const release = addLeaveGuard({
    // After signing out there is nothing to save.
    isActive: () => selectIsSignedIn(app.auth.getSnapshot()) && selectProfileIsUnsaved(profile.getSnapshot()),
    ask: (way) => {
      leave = way
      profile.send({ type: 'profile.leave' })
    },
  })
  profile.on('profile.left', () => leave())
  profile.subscribe({ complete: release })
  return profile
}
