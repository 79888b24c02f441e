import { createActor, fromPromise, waitFor } from 'xstate'
import type { App } from '../app.ts'
import type { ProfileFields, ProfileResult, SaveProfileResult } from '../auth/auth.types.ts'
import { saveFields } from '../auth/provide-auth.ts'
import { fail, ok } from '../result.ts'
import { type ProfileActor, profileMachine } from './profile.machine.ts'

/** The profile as the account's own fetch brings it: fetched again where that failed. */
async function loadProfile({ auth }: App, signal: AbortSignal): Promise<ProfileResult> {
  auth.send({ type: 'profile.retry' })
  const isSettled = (snapshot: ReturnType<typeof auth.getSnapshot>) =>
    !snapshot.matches({ signedIn: { profile: 'fetching' } })
  const { context } = await waitFor(auth, isSettled, { signal })
  return context.profile ? ok(context.profile) : fail({ code: 'network' })
}

/** The page for the traveller's name and email. What is saved is the whole app's at once. Not started yet. */
export function createProfile(app: App): ProfileActor {
  const { auth, api } = app
  return createActor(
    profileMachine.provide({
      actors: {
        loadProfile: fromPromise<ProfileResult>(({ signal }) => loadProfile(app, signal)),
        saveFields: fromPromise<SaveProfileResult, ProfileFields>(({ input, signal }) =>
          saveFields(api, input, signal),
        ),
      },
      actions: {
        shareFields: (_, { result }) => {
          if (result.ok) auth.send({ type: 'profile.changed', fields: result.value })
        },
      },
    }),
    { input: { profile: auth.getSnapshot().context.profile }, inspect: app.options.inspect },
  )
}
