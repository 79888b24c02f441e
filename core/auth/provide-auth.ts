import { fromPromise } from 'xstate'
import { asking } from '../api/asking.ts'
import type { ApiClient } from '../api/client.ts'
import type { Locale } from '../api/contract/common.ts'
import type { UserProfile } from '../api/contract/user.ts'
import { loadAccountCalls } from '../api/load-account-calls.ts'
import type { Platform } from '../platform.ts'
import { fail, ok } from '../result.ts'

/** Provides the auth machine's actors and actions. */
export const provideAuth = (api: ApiClient, platform: Pick<Platform, 'languages'>, locale: () => Locale) => ({
  actors: {
    loadSignIn: fromPromise(async () => {
      const { provideSignIn } = await import('./provide-sign-in.ts')
      return provideSignIn(api, platform)
    }),
    fetchProfile: asking<UserProfile, { uin: string }>(async ({ input: { uin }, signal }) => {
      const { getProfiles } = await loadAccountCalls()
      const profiles = await api.call(getProfiles, { query: { uins: [uin] } }, { signal })
      if (!profiles.ok) return profiles
      const profile = profiles.value[uin]
      return profile ? ok(profile) : fail({ kind: 'unexpected', cause: 'no profile' })
    }),
    tellLanguage: fromPromise<void>(async ({ signal }) => {
      const { saveDevice } = await loadAccountCalls()
      await api.call(saveDevice, { body: { languageTag: locale() } }, { signal })
    }),
  },
  actions: {
    // After everything that listens has forgotten the account; also while the page is being left.
    endToken: (_: unknown, { token }: { token: string }) =>
      queueMicrotask(() => {
        loadAccountCalls().then(
          ({ signOut }) => api.call(signOut, {}, { headers: { token: `Bearer ${token}` }, keepalive: true }),
          () => undefined,
        )
      }),
  },
})
