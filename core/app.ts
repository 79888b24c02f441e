import { type ActorOptions, type AnyActorLogic, createActor } from 'xstate'
import { type ApiClient, createApiClient } from './api/client.ts'
import type { InitialAnswers, InitialData } from './api/initial-data.ts'
import { createRecentAnswers, removeStoredSecrets } from './api/recent-answers.ts'
import { accountStorage } from './auth/account-storage.ts'
import { type AuthActor, authMachine } from './auth/auth.machine.ts'
import type { Profile } from './auth/auth.ts'
import { provideAuth } from './auth/create-auth.ts'
import { followOtherTabs } from './auth/follow-other-tabs.ts'
import { persistAuth } from './auth/persist-auth.ts'
import { readAuth, readPerson } from './auth/stored-auth.ts'
import type { PlacementActor } from './booking/placement.machine.ts'
import type { ShownBrand } from './contract/brand.ts'
import type { Locale } from './contract/common.ts'
import { getContact } from './contract/config.ts'
import type { Account } from './contract/user.ts'
import { followAccount } from './follow-account.ts'
import { provideLanguage } from './i18n/create-language.ts'
import { type LanguageActor, languageMachine, type Messages } from './i18n/language.machine.ts'
import { chooseLocale, isLocale, unsupportedWarning } from './i18n/locale.ts'
import { storageKeys } from './lib/keys.ts'
import { maskInspector } from './lib/mask.ts'
import type { Platform } from './lib/platform.ts'
import { createServerClock, type ServerClock } from './lib/server-clock.ts'
import { type NotificationActor, notificationMachine } from './notifications/notification.machine.ts'
import { provideUnreadCount } from './notifications/provide-unread-count.ts'
import { provideRealtime } from './realtime/create-realtime.ts'
import { type RealtimeActor, realtimeMachine } from './realtime/realtime.machine.ts'

export type AppOptions = {
  /** Base URL of the server without `/api`; empty for the page's own origin. */
  baseUrl: string
  /** Static key that signs the calls for secrets (spec section 7); the server's HANDSFREE_STATIC_KEY. */
  staticKey: string
  /** `ws` only if the page itself is served without TLS. */
  brokerScheme: 'ws' | 'wss'
  /** Where the payment provider returns to: one of the server's PAYMENT_RETURN_URLS. Else the server's own page. */
  paymentReturnUrl?: string
  /** The company's own name and logo; undefined for the product's. */
  brand?: ShownBrand | undefined
  /** Data available at startup, such as from a server-rendered page. */
  initialData?: {
    messages?: Partial<Record<Locale, Messages>>
    answers?: InitialAnswers
    renderedAt?: number
  }
  /** Receives inspection events of every actor, in development. Tokens, codes and phone numbers are masked. */
  inspect?: ActorOptions<AnyActorLogic>['inspect']
}

/** The long-lived actors, and what screens need to create theirs. */
export type App = {
  /** Use `clock` for the time, which is the server's. `platform.clock` has only timers. */
  platform: Omit<Platform, 'now'>
  options: AppOptions
  api: ApiClient
  clock: ServerClock
  initialData: InitialData
  language: LanguageActor
  auth: AuthActor
  realtime: RealtimeActor
  notification: NotificationActor
  placements: Map<string, PlacementActor>
  /** 128 random bits as hex, for an Idempotency-Key. */
  newKey: () => string
  start(): void
  stop(): void
}

const restore = (storage: Platform['storage']) => {
  const stored = readAuth(storage)
  const storedPerson = readPerson(storage)
  const person = storedPerson?.profile.uin === stored?.account?.uin ? storedPerson : null
  return (
    stored && {
      ...stored,
      profile: person?.profile ?? null,
      isNameSkipped: person?.isNameSkipped ?? false,
    }
  )
}

/** Providers that travellers' and employees' apps implement differently. */
export type AppProviders = {
  auth: typeof provideAuth
  realtime: typeof provideRealtime
  /** `profile` is null until it is read. */
  notification: (api: ApiClient, profile: () => Profile | null) => ReturnType<typeof provideUnreadCount>
  /** Whether the server stores the account's language. */
  hasServerLanguage: boolean
}

const travellerProviders: AppProviders = {
  auth: provideAuth,
  realtime: provideRealtime,
  notification: provideUnreadCount,
  hasServerLanguage: true,
}

/** Creates, connects, starts and stops the long-lived actors. Screens use the `create…` functions for their own. */
export function createApp(
  device: Platform,
  { inspect: inspector, ...otherOptions }: AppOptions,
  providers: AppProviders = travellerProviders,
): App {
  const inspect = maskInspector(inspector)
  const options: AppOptions = { ...otherOptions, ...(inspect && { inspect }) }
  removeStoredSecrets(device.storage)
  const storage = accountStorage(device.storage, () => currentAccount())
  const platform = new Proxy(device, {
    get: (from, key) => (key === 'storage' ? storage : Reflect.get(from, key)),
  })
  const clock = createServerClock(platform)
  const { now } = clock
  const newKey = () =>
    [...platform.randomBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const { initialData = {} } = options

  const locale = (): Locale => language.getSnapshot().context.locale
  const currentAccount = (): Account | null => auth.getSnapshot().context.account
  const uin = (): string => currentAccount()?.uin ?? ''
  const recentAnswers = createRecentAnswers(storage, now, uin)
  const api = createApiClient({
    platform,
    baseUrl: options.baseUrl,
    locale,
    token: () => currentAccount()?.token ?? null,
    clock,
    onNotLoggedIn: () => auth.send({ type: 'session.ended' }),
  })

  const savedLanguage = storage.get(storageKeys.language)
  if (savedLanguage && !isLocale(savedLanguage)) platform.warn(unsupportedWarning(savedLanguage))
  const chosenLocale = chooseLocale(savedLanguage, [
    ...(platform.requestedLanguages?.() ?? []),
    ...platform.languages(),
  ])
  const language: LanguageActor = createActor(
    languageMachine.provide(
      provideLanguage(
        () => api,
        () => (providers.hasServerLanguage ? currentAccount() : null),
        platform,
      ),
    ),
    {
      clock: platform.clock,
      input: { locale: chosenLocale, messages: initialData.messages?.[chosenLocale] ?? null },
      inspect,
    },
  )
  const auth: AuthActor = createActor(
    authMachine.provide(providers.auth(api, { platform, locale, uin, recentAnswers })),
    {
      clock: platform.clock,
      input: { restored: restore(storage), now },
      inspect,
    },
  )
  const realtime = createActor(
    realtimeMachine.provide(providers.realtime(api, platform, { ...options, now })),
    {
      clock: platform.clock,
      input: {
        now,
        random: () => (platform.randomBytes(1)[0] ?? 0) / 255,
        isVisible: () => platform.isVisible?.() ?? true,
      },
      inspect,
    },
  )
  const profile = () => auth.getSnapshot().context.profile
  const notification = createActor(notificationMachine.provide(providers.notification(api, profile)), {
    clock: platform.clock,
    inspect,
  })
  const placements: App['placements'] = new Map()
  const stops: (() => void)[] = []

  /** Resyncs the clock with the smallest public call: the device's clock may have been corrected. */
  const checkClock = () => {
    if (clock.offset() !== 0) void api.call(getContact, {})
  }

  const actors = [language, auth, realtime, notification]
  const app: App = {
    platform,
    options,
    api,
    clock,
    initialData: {
      answers: initialData.answers ?? {},
      startedAt: clock.deviceNow(),
      renderedAt: initialData.renderedAt ?? null,
    },
    language,
    auth,
    realtime,
    notification,
    placements,
    newKey,
    start() {
      for (const actor of actors) actor.start()
      const { applyExternalChange, stop } = persistAuth(auth, storage)
      const reload = language.on('language.changed', () => platform.reload())
      stops.push(
        stop,
        followAccount(app, platform),
        followOtherTabs(auth, platform, applyExternalChange),
        () => reload.unsubscribe(),
        platform.onReturn(() => {
          notification.send({ type: 'unread.changed' })
          checkClock()
        }),
        platform.onConnectivity((online) => {
          if (online) realtime.send({ type: 'device.online' })
        }),
      )
      checkClock()
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
      for (const placement of placements.values()) placement.stop()
      placements.clear()
      for (const actor of actors) actor.stop()
    },
  }
  return app
}
