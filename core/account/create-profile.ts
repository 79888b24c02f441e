import * as v from 'valibot'
import { createActor, waitFor } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { App } from '../app.ts'
import type { Profile, ProfileFields } from '../auth/auth.ts'
import { readOrderPreviews } from '../booking/preview.ts'
import { updateProfile } from '../contract/user.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import { cleanLine } from '../lib/clean.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { createStore } from '../lib/store.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type ProfileActor, type ProfileContext, profileMachine } from './profile.machine.ts'
import { cleanFields } from './profile.ts'

const text = v.pipe(v.string(), v.maxLength(10_000))

/** Unsaved name and email. */
export const profileStore = createStore({
  key: storageKeys.profileDraft,
  schema: v.object({
    version: v.literal(1),
    uin: text,
    draft: v.object({ name: text, email: text }),
  }),
  owner: ['uin'],
})

async function saveFields(
  api: ApiClient,
  input: ProfileFields,
  signal?: CancelSignal,
): Promise<Result<ProfileFields, ApiFailure>> {
  const fields = cleanFields(input)
  const saved = await api.call(updateProfile, { body: fields }, signal ? { signal } : {})
  return saved.ok ? ok(fields) : saved
}

/** Retries the auth machine's profile fetch if it failed, and waits for it. */
async function loadProfile({ auth }: App, signal: CancelSignal): Promise<Result<Profile, ApiFailure>> {
  auth.send({ type: 'profile.retry' })
  const isSettled = (snapshot: ReturnType<typeof auth.getSnapshot>) =>
    !snapshot.matches({ signedIn: { profile: 'fetching' } })
  const { context } = await waitFor(auth, isSettled, { signal })
  return context.profile ? ok(context.profile) : fail({ kind: 'network' })
}

/** The name that the traveller typed for themselves in their latest draft; empty if none. */
const typedOwnName = (storage: KeyValueStorage, uin: string): string =>
  readOrderPreviews(storage, uin)
    .flatMap(({ draft, leftReceiver }) => [draft.receiver, leftReceiver])
    .flatMap((receiver) => (receiver?.who === 'me' ? cleanLine(receiver.name) : ''))
    .find((name) => name !== '') ?? ''

/** The profile page, restored from an unsaved draft. Shares saved fields with the auth actor. Created, not started. */
export function createProfile(app: App): ProfileActor {
  const { auth, api, platform } = app
  const { storage } = platform
  const { account, profile, isNameSkipped } = auth.getSnapshot().context
  const uin = account?.uin ?? ''
  return createActor(
    profileMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => loadProfile(app, signal),
        ),
        saveFields: fromCall<ProfileFields, ProfileFields>(({ input, signal }) =>
          saveFields(api, input, signal),
        ),
      },
      actions: {
        saveDraft: ({ context: { draft } }: { context: ProfileContext }) =>
          profileStore.write(storage, { version: 1, uin, draft }),
        forgetDraft: () => profileStore.remove(storage, { uin }),
        shareFields: (_, fields) => {
          const before = auth.getSnapshot().context.profile?.email.toLowerCase()
          const change = fields.email.toLowerCase() === before ? {} : { isEmailConfirmed: false }
          auth.send({ type: 'profile.changed', fields: { ...fields, ...change } })
        },
      },
    }),
    {
      input: {
        profile,
        restored: profileStore.read(storage, { uin })?.draft ?? null,
        suggestedName: isNameSkipped ? '' : typedOwnName(storage, uin),
      },
      clock: platform.clock,
      inspect: app.options.inspect,
    },
  )
}
