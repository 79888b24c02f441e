import { fromPromise } from 'xstate'
import { type App, type AppOptions, type AppProviders, createApp } from './app.ts'
import type { Profile } from './auth/auth.ts'
import { type CrewMember, type CrewSession, signInEmployee, signOutEmployee } from './contract/crew.ts'
import { getOwnEmployee } from './contract/employee.ts'
import { countEmployeeUnread, openEmployeeLine } from './contract/employee-notification.ts'
import type { Account } from './contract/user.ts'
import { createOutbox } from './crew/create-outbox.ts'
import { createTablet } from './crew/create-tablet.ts'
import type { OutboxActor } from './crew/outbox.machine.ts'
import { toAccount } from './crew/session.ts'
import type { TabletActor } from './crew/tablet.machine.ts'
import { errorCodes } from './lib/error-codes.ts'
import type { ApiFailure } from './lib/failure.ts'
import { fromCall } from './lib/from-call.ts'
import type { KeyValueStorage, Platform } from './lib/platform.ts'
import { fail, ok, type Result } from './lib/result.ts'
import { provideRealtime } from './realtime/create-realtime.ts'
import { employeeClientId } from './realtime/hint.ts'

const keyPrefix = 'crew:'

/** Separates the employees' app from a traveller's on the same device. */
const prefixedStorage = (storage: KeyValueStorage): KeyValueStorage => ({
  get: (key) => storage.get(keyPrefix + key),
  set: (key, value) => storage.set(keyPrefix + key, value),
  remove: (key) => storage.remove(keyPrefix + key),
  subscribe: (listener) =>
    storage.subscribe((key) => {
      if (key.startsWith(keyPrefix)) listener(key.slice(keyPrefix.length))
    }),
})

const toCrewProfile = (employee: CrewMember): Profile => ({
  id: employee.employeeId,
  uin: employee.employeeId,
  dialCode: '',
  phone: '',
  name: employee.name,
  email: '',
  updateTime: new Date(0),
  createTime: new Date(0),
  employee,
})

const noMember: ApiFailure = {
  kind: 'refused',
  code: errorCodes.roleAuthError,
  message: 'this token is not an employee’s own',
  details: null,
}

const accountOf = (session: Result<CrewSession, ApiFailure>): Result<Account, ApiFailure> =>
  session.ok ? ok(toAccount(session.value)) : session

const provideCrewAuth: AppProviders['auth'] = (api, { platform }) => ({
  actors: {
    loadSignIn: fromPromise(async () => {
      const { provideSignIn } = await import('./auth/create-sign-in.ts')
      return provideSignIn(api, platform, {
        hasConsent: () => true,
        signInByCode: async (body, { signal }) =>
          accountOf(await api.call(signInEmployee, { body }, { signal })),
      })
    }),
    detectDialCode: fromPromise(async () => {
      const { defaultDialCode } = await import('./phone/countries.ts')
      return defaultDialCode(platform.languages())
    }),
    fetchProfile: fromCall<Profile, { uin: string }>(async ({ signal }) => {
      const own = await api.call(getOwnEmployee, {}, { signal })
      if (!own.ok) return own
      return own.value.member ? ok(toCrewProfile(own.value.member)) : fail(noMember)
    }),
    syncLanguage: fromPromise<void>(async () => {}),
  },
  actions: {
    // Deferred until all listeners have cleared the account. `keepalive` covers leaving the page.
    endToken: (_: unknown, { token }: { token: string }) =>
      void Promise.resolve().then(() =>
        api.call(signOutEmployee, { body: {} }, { headers: { token: `Bearer ${token}` }, keepalive: true }),
      ),
  },
})

const provideCrewRealtime: AppProviders['realtime'] = (api, platform, options) => ({
  actors: {
    ...provideRealtime(api, platform, { ...options, clientIdOf: employeeClientId }).actors,
    fetchSecrets: fromCall(async ({ signal }) => {
      const line = await api.call(openEmployeeLine, { body: {} }, { signal })
      if (!line.ok) return line
      const { host, port, username, password } = line.value
      return ok({
        mqttHostDomain: host,
        mqttWSSPort: port,
        mqttUsername: username,
        mqttPassword: password,
      })
    }),
  },
})

const provideCrewNotification: AppProviders['notification'] = (api, profile) => ({
  actors: {
    countUnread: fromCall(async ({ signal }) =>
      // Operators work with lists, and the server refuses to count for them.
      profile()?.employee?.role === 'operator'
        ? ok(0)
        : api.call(countEmployeeUnread, { query: {} }, { signal }),
    ),
  },
})

export type CrewApp = App & { outbox: OutboxActor; tablet: TabletActor }

/**
 * The employees' app: the travellers' long-lived actors with employees' calls, and keys of its own in the device's
 * storage. `heldImages` isn't the travellers'.
 */
export function createCrewApp(device: Platform, options: AppOptions): CrewApp {
  const app = createApp({ ...device, storage: prefixedStorage(device.storage) }, options, {
    auth: provideCrewAuth,
    realtime: provideCrewRealtime,
    notification: provideCrewNotification,
    hasServerLanguage: false,
  })
  const outbox = createOutbox(app)
  const tablet = createTablet(app, outbox)
  return {
    ...app,
    outbox,
    tablet,
    start() {
      app.start()
      outbox.start()
      tablet.start()
    },
    stop() {
      tablet.stop()
      outbox.stop()
      app.stop()
    },
  }
}
