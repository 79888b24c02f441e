import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { type Consent, giveConsent, listConsents, withdrawConsent } from '../contract/consent.ts'
import { fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { policy } from '../policy/numbers.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type ConsentsActor, consentsMachine } from './consents.machine.ts'

const { privacyVersion } = policy

/** The account's consents. Created, not started. */
export const createConsents = ({ api, auth, language, platform, options }: App): ConsentsActor =>
  createActor(
    consentsMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(listConsents, {}, { signal }),
        ),
        agree: fromCall<readonly Consent[]>(async ({ signal }) => {
          const { locale } = language.getSnapshot().context
          const body = { kind: 'privacy', version: privacyVersion, locale } as const
          const given = await api.call(giveConsent, { body }, { signal })
          if (given.ok) auth.send({ type: 'profile.changed', fields: { privacyVersion } })
          return given
        }),
        withdrawPush: fromCall<readonly Consent[]>(async ({ signal }) => {
          const withdrawn = await api.call(withdrawConsent, { body: { kind: 'push' } }, { signal })
          if (withdrawn.ok) platform.storage.remove(storageKeys.push)
          return withdrawn
        }),
      },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )
