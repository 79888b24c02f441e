import { type ActorOptions, type AnyActorLogic, createActor, type SnapshotFrom } from 'xstate'
import { type ApiClient, createApiClient } from './api/client.ts'
import type { Locale } from './api/contract/common.ts'
import type { Account } from './api/contract/user.ts'
import { type AuthActor, authMachine } from './auth/auth.machine.ts'
import { selectCodeOut } from './auth/auth.selectors.ts'
import type { AuthContext } from './auth/auth.types.ts'
import { provideAuth } from './auth/provide-auth.ts'
import { readAuth, readPerson, type StoredAuth, writeAuth, writePerson } from './auth/stored-auth.ts'
import { createServerClock, type ServerClock } from './clock/server-clock.ts'
import { clearFeedbackDraft } from './feedback/clear-draft.ts'
import { type LanguageActor, languageMachine } from './language/language.machine.ts'
import { chooseLocale, isLocale, unsupported } from './language/locale.ts'
import { provideLanguage } from './language/provide-language.ts'
import { type NotificationActor, notificationMachine } from './notification/notification.machine.ts'
import { provideNotification } from './notification/provide-notification.ts'
import { clearKeptOrders } from './order/clear-kept.ts'
import { clearOrderPreview, clearRecentRecipient } from './order/clear-preview.ts'
import type { PlacementActor } from './order/placement.machine.ts'
import type { Platform } from './platform.ts'
import { provideRealtime } from './realtime/provide-realtime.ts'
import { type RealtimeActor, realtimeMachine } from './realtime/realtime.machine.ts'

export type AppOptions = {
  /** Base URL of the server without `/api`; empty for the page's own origin. */
  baseUrl: string
  /** Static key that signs the calls for secrets (spec section 7); the server's HANDSFREE_STATIC_KEY. */
  staticKey: string
  /** `ws` only where the page itself is served without TLS. */
  brokerScheme: 'ws' | 'wss'
  /** Receives inspection events of every actor, in development. */
  inspect?: ActorOptions<AnyActorLogic>['inspect']
}

/** The app: long-lived actors and what screens make theirs with. */
export type App = {
  /** What core needs from outside. Its time is not here: `clock` has the time of the server. */
  platform: Omit<Platform, 'now'>
  options: AppOptions
  api: ApiClient
  clock: ServerClock
  language: LanguageActor
  auth: AuthActor
  realtime: RealtimeActor
  notification: NotificationActor
  /** Orders that are being placed in this tab, one per QR id. */
  placements: Map<string, PlacementActor>
  /** 128 random bits as hex, for an Idempotency-Key. */
  newKey: () => string
  start(): void
  stop(): void
}

const restore = (storage: Platform['storage']) => {
  const stored = readAuth(storage)
  const found = readPerson(storage)
  const person = found?.profile.uin === stored?.account?.uin ? found : null
  return (
    stored && {
      ...stored,
      profile: person?.profile ?? null,
      isNameSkipped: person?.isNameSkipped ?? false,
    }
  )
}

/** Builds, wires, starts and stops the long-lived actors. Screens bring their own through the `create…` functions. */
export function createApp(platform: Platform, options: AppOptions): App {
  const { storage } = platform
  const clock = createServerClock(platform)
  const { now } = clock
  const newKey = () =>
    [...platform.randomBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const { inspect } = options

  const locale = (): Locale => language.getSnapshot().context.locale
  const currentAccount = (): Account | null => auth.getSnapshot().context.account
  const api = createApiClient({
    platform,
    baseUrl: options.baseUrl,
    locale,
    token: () => currentAccount()?.token ?? null,
    clock,
    onNotLoggedIn: () => auth.send({ type: 'session.ended' }),
  })

  const savedLanguage = storage.get('language')
  if (savedLanguage && !isLocale(savedLanguage)) platform.warn(unsupported(savedLanguage))
  const language: LanguageActor = createActor(
    languageMachine.provide(provideLanguage(() => api, currentAccount, platform)),
    { input: { locale: chooseLocale(savedLanguage, platform.languages()) }, inspect },
  )
  const auth: AuthActor = createActor(authMachine.provide(provideAuth(api, platform, locale)), {
    input: { restored: restore(storage), now },
    inspect,
  })
  const realtime = createActor(realtimeMachine.provide(provideRealtime(api, platform, { ...options, now })), {
    input: {
      now,
      random: () => (platform.randomBytes(1)[0] ?? 0) / 255,
      isInSight: () => platform.isInSight?.() ?? true,
    },
    inspect,
  })
  const notification = createActor(notificationMachine.provide(provideNotification(api)), { inspect })
  const placements: App['placements'] = new Map()
  const stops: (() => void)[] = []

  /** A clock that was wrong may have been set since, and no other call may be due. */
  const checkClock = () => {
    if (clock.offset() === 0) return
    import('./clock/check-clock.ts').then(
      (check) => check.checkClock(api),
      () => undefined,
    )
  }

  /** Persists plain facts, and wires the others to who is signed in. */
  const wire = () => {
    let account: Account | null = null
    let known: (Omit<StoredAuth, 'sent'> & Pick<AuthContext, 'profile' | 'isNameSkipped'>) | null = null
    let knownSent: string | null = null
    let isOtherTab = false
    /** Writes what changed here, and nothing else: what stands there may be another tab's news. */
    const write = (snapshot: SnapshotFrom<AuthActor>) => {
      const { phone, account, requestId, profile, isNameSkipped } = snapshot.context
      const sent = selectCodeOut(snapshot)
      const isAuthNew =
        phone !== known?.phone || requestId !== known.requestId || JSON.stringify(sent) !== knownSent
      const isAccountNew = account !== known?.account
      const isProfileNew = profile !== known?.profile || isNameSkipped !== known.isNameSkipped
      known = { phone, account, requestId, profile, isNameSkipped }
      knownSent = JSON.stringify(sent)
      if (isOtherTab) return
      if (isAccountNew) writeAuth(storage, { phone, account, requestId, sent })
      else if (isAuthNew) {
        writeAuth(storage, { phone, account: readAuth(storage)?.account ?? null, requestId, sent })
      }
      if (isProfileNew) writePerson(storage, profile, isNameSkipped)
    }
    const follow = () => {
      const snapshot = auth.getSnapshot()
      const { context } = snapshot
      write(snapshot)
      if (context.account?.token === account?.token) return
      account = context.account
      if (account) {
        realtime.send({ type: 'account.appeared', account })
        notification.send({ type: 'account.appeared' })
      } else {
        realtime.send({ type: 'account.gone' })
        notification.send({ type: 'account.gone' })
      }
    }
    /** Another tab signed in or out. */
    const followAccount = () => {
      const stored = readAuth(storage)?.account ?? null
      if (stored?.token === account?.token) return
      if (account) auth.send({ type: 'account.removed' })
      if (stored) auth.send({ type: 'account.found', account: stored })
    }
    /** Another tab changed the profile. */
    const followPerson = () => {
      const stored = readPerson(storage)?.profile
      const { profile } = auth.getSnapshot().context
      if (!stored || stored.uin !== profile?.uin) return
      const { name, email } = stored
      if (name !== profile.name || email !== profile.email) {
        auth.send({ type: 'profile.changed', fields: { name, email } })
      }
    }
    const subscriptions = [
      auth.subscribe(follow),
      auth.on('auth.signedOut', ({ reason }) => {
        for (const placement of placements.values()) placement.stop()
        placements.clear()
        clearKeptOrders(storage)
        clearRecentRecipient(storage)
        if (reason !== 'request') return
        clearOrderPreview(storage)
        clearFeedbackDraft(storage)
      }),
      language.on('language.changed', () => platform.reload()),
      realtime.on('realtime.unreadChanged', () => notification.send({ type: 'unread.changed' })),
      realtime.on('realtime.refresh', () => notification.send({ type: 'unread.changed' })),
    ]
    follow()
    stops.push(
      ...subscriptions.map((subscription) => () => subscription.unsubscribe()),
      platform.onReturn(() => {
        notification.send({ type: 'unread.changed' })
        checkClock()
      }),
      platform.onConnectivity((online) => {
        if (online) realtime.send({ type: 'device.online' })
      }),
      storage.subscribe((key) => {
        isOtherTab = true
        if (key === 'auth') followAccount()
        if (key === 'person') followPerson()
        isOtherTab = false
      }),
    )
  }

  const actors = [language, auth, realtime, notification]
  return {
    platform,
    options,
    api,
    clock,
    language,
    auth,
    realtime,
    notification,
    placements,
    newKey,
    start() {
      for (const actor of actors) actor.start()
      wire()
      checkClock()
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
      for (const placement of placements.values()) placement.stop()
      placements.clear()
      for (const actor of actors) actor.stop()
    },
  }
}
