import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { createProfile, type ProfileActor, selectProfileIsUnsaved } from '@handsfree/core/profile'
import { holdPage } from '../../app/leaving.ts'

/** The profile on its page, which asks before it is left with changes that are not saved. Not started yet. */
export function createProfilePage(app: App): ProfileActor {
  const profile = createProfile(app)
  let leave = () => {}
  const release = holdPage({
    // Signed out meanwhile, there is nothing to be saved any more.
    isHolding: () =>
      selectIsSignedIn(app.auth.getSnapshot()) && selectProfileIsUnsaved(profile.getSnapshot()),
    ask: (way) => {
      leave = way
      profile.send({ type: 'profile.leave' })
    },
  })
  profile.on('profile.left', () => leave())
  profile.subscribe({ complete: release })
  return profile
}
