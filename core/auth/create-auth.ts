import { fromPromise } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { RecentAnswers } from '../api/recent-answers.ts'
import type { Locale } from '../contract/common.ts'
import { getProfiles, saveDevice, signOut } from '../contract/user.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import type { Platform } from '../lib/platform.ts'
import { ok } from '../lib/result.ts'
import { type Profile, toProfile } from './auth.ts'
import { readPerson } from './stored-auth.ts'

type Options = {
  platform: Pick<Platform, 'clock' | 'languages' | 'storage'>
  locale: () => Locale
  uin: () => string
  recentAnswers: RecentAnswers
}

export const provideAuth = (api: ApiClient, { platform, locale, uin, recentAnswers }: Options) => ({
  actors: {
    loadSignIn: fromPromise(async () => {
      const { provideSignIn } = await import('./create-sign-in.ts')
      return provideSignIn(api, platform)
    }),
    detectDialCode: fromPromise(async () => {
      const { defaultDialCode } = await import('../phone/countries.ts')
      return defaultDialCode(platform.languages())
    }),
    fetchProfile: fromCall<Profile, { uin: string }>(async ({ input: { uin }, signal }) => {
      const isRecent = recentAnswers.take(uin, 'profile') === true
      const stored = isRecent ? readPerson(platform.storage)?.profile : undefined
      if (stored?.uin === uin) return ok(stored)
      const profiles = await api.call(getProfiles, { query: { uins: [uin] } }, { signal })
      if (!profiles.ok) return profiles
      const profile = toProfile(assertPresent(profiles.value[uin], 'profile'))
      recentAnswers.save(uin, 'profile', true)
      return ok(profile)
    }),
    syncLanguage: fromPromise<void>(async ({ signal }) => {
      const languageTag = locale()
      const account = uin()
      if (recentAnswers.take(account, 'language') === languageTag) return
      const answer = await api.call(saveDevice, { body: { languageTag } }, { signal })
      if (answer.ok) recentAnswers.save(account, 'language', languageTag)
    }),
  },
  actions: {
    // Deferred until all listeners have cleared the account. `keepalive` covers leaving the page.
    endToken: (_: unknown, { token }: { token: string }) =>
      void Promise.resolve().then(() =>
        api.call(signOut, {}, { headers: { token: `Bearer ${token}` }, keepalive: true }),
      ),
  },
})
