import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { clearAccountData } from '../auth/account-storage.ts'
import type { Profile } from '../auth/auth.ts'
import { isUnexpired } from '../auth/sent-code.ts'
import type { SentCode } from '../auth/sign-in.ts'
import {
  type AccountExport,
  deleteAccount,
  endDevice,
  endOtherDevices,
  exportAccount,
  getDeletionTerms,
  listDevices,
} from '../contract/account.ts'
import { sendEmailCode } from '../contract/email.ts'
import { sendVerificationCode } from '../contract/verification-code.ts'
import { fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { fail, ok } from '../lib/result.ts'
import { createStore } from '../lib/store.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type AccountDeletionActor, accountDeletionMachine, type DeletionInput } from './deletion.machine.ts'
import { type DevicesActor, devicesMachine } from './devices.machine.ts'
import { type AccountExportActor, accountExportMachine } from './export.machine.ts'

/** An account whose number is unverified is proven by its confirmed address. */
export const isProvenByEmail = ({ isPhoneVerified }: Profile): boolean => isPhoneVerified === false

/** The last code sent to confirm a deletion. */
export const deletionCodeStore = createStore({
  key: storageKeys.deletionCode,
  schema: v.object({
    version: v.literal(1),
    uin: v.string(),
    sent: v.object({
      requestId: v.string(),
      resendAfter: v.number(),
      expiresIn: v.number(),
      /** The code itself, only in the demo. */
      demoCode: v.nullable(v.string()),
    }),
    resendAt: v.number(),
    expiresAt: v.number(),
  }),
  owner: ['uin'],
})

/** The account's signed-in devices. Created, not started. */
export const createDevices = ({ api, platform, options }: App): DevicesActor =>
  createActor(
    devicesMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(listDevices, {}, { signal }),
        ),
        endDevice: fromCall<unknown, { deviceId: string }>(({ input: params, signal }) =>
          api.call(endDevice, { params, body: {} }, { signal }),
        ),
        endOthers: fromCall<unknown>(({ signal }) => api.call(endOtherDevices, { body: {} }, { signal })),
      },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )

/** The download of all personal data. Created, not started. */
export const createAccountExport = ({ api, platform, options }: App): AccountExportActor =>
  createActor(
    accountExportMachine.provide({
      actors: {
        makeExport: fromCall<AccountExport>(({ signal }) =>
          api.call(exportAccount, { body: {} }, { signal }),
        ),
      },
      actions: { openDownload: (_, { url }) => platform.openPage(`${options.baseUrl}${url}`) },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )

/** Deletion of the account. Created, not started. */
export function createAccountDeletion({ api, auth, clock, platform, options }: App): AccountDeletionActor {
  const { storage } = platform
  const uin = auth.getSnapshot().context.account?.uin ?? ''
  const stored = deletionCodeStore.read(storage, { uin })
  const code = stored && isUnexpired(stored.expiresAt, clock.now()) ? stored : null
  const actor = createActor(
    accountDeletionMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(getDeletionTerms, {}, { signal }),
        ),
        sendCode: fromCall<SentCode, { requestId: string | null }>(
          async ({ input: { requestId }, signal }) => {
            const { profile } = auth.getSnapshot().context
            if (!profile) return fail({ kind: 'network' })
            const request = requestId === null ? {} : { requestId }
            const phone = { dialCode: profile.dialCode, phoneNumber: profile.phone }
            const sent = await (isProvenByEmail(profile)
              ? api.call(sendEmailCode, { body: { email: profile.email, ...request } }, { signal })
              : api.call(sendVerificationCode, { body: { ...phone, ...request } }, { signal }))
            return sent.ok ? ok({ ...sent.value, demoCode: sent.value.demoCode ?? null }) : sent
          },
        ),
        deleteAccount: fromCall<unknown, DeletionInput>(({ input: { code, requestId }, signal }) => {
          const { profile } = auth.getSnapshot().context
          const request = requestId === null ? {} : { requestId }
          const way = profile && isProvenByEmail(profile) ? { way: 'email' as const } : {}
          return api.call(deleteAccount, { body: { code, ...request, ...way } }, { signal })
        }),
      },
      actions: {
        markDeletionPending: () => {
          auth.send({ type: 'deletion.unanswered' })
          // Don't trust cached answers after a reload: the account may be gone.
          storage.remove(storageKeys.recentAnswers)
        },
        markDeletionSettled: () => auth.send({ type: 'deletion.answered' }),
        leaveApp: () => {
          auth.send({ type: 'account.deleted' })
          // If another call was rejected first, sign-out has kept the drafts.
          clearAccountData(platform)
        },
      },
    }),
    { input: { now: clock.now, code }, clock: platform.clock, inspect: options.inspect },
  )
  let { sent } = actor.getSnapshot().context
  actor.subscribe(({ context }) => {
    if (context.sent === sent) return
    sent = context.sent
    const { resendAt, expiresAt } = context
    if (sent) deletionCodeStore.write(storage, { version: 1, uin, sent, resendAt, expiresAt })
    else deletionCodeStore.remove(storage, { uin })
  })
  return actor
}
