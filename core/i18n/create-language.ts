import { fromPromise } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { Locale } from '../contract/common.ts'
import { type Account, saveDevice } from '../contract/user.ts'
import { storageKeys } from '../lib/keys.ts'
import type { Platform } from '../lib/platform.ts'
import type { Messages } from './language.machine.ts'
import { loadMessages } from './load-messages.ts'
import { unsupportedWarning } from './locale.ts'

export const provideLanguage = (
  api: () => ApiClient,
  account: () => Account | null,
  { storage, warn }: Pick<Platform, 'storage' | 'warn'>,
) => ({
  actors: {
    loadMessages: fromPromise<Messages, { locale: Locale }>(({ input }) => loadMessages(input.locale)),
    syncLanguage: fromPromise<void, { locale: Locale }>(async ({ input, signal }) => {
      if (!account()) return
      await api().call(saveDevice, { body: { languageTag: input.locale } }, { signal })
    }),
  },
  actions: {
    saveChoice: ({ event }: { event: { type: string; locale?: string } }) =>
      event.locale && storage.set(storageKeys.language, event.locale),
    warnUnsupported: ({ event }: { event: { type: string; locale?: string } }) =>
      warn(unsupportedWarning(event.locale ?? '')),
  },
})
