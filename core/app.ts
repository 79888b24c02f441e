import { type ActorOptions, type AnyActorLogic, createActor } from 'xstate'
import { type ApiClient, createApiClient } from './api/client.ts'
import type { Locale } from './api/contract/common.ts'
import type { Account } from './api/contract/user.ts'
import { type AuthActor, authMachine } from './auth/auth.machine.ts'
import type { AuthContext } from './auth/auth.types.ts'
import { provideAuth } from './auth/provide-auth.ts'
import { readAuth, readPerson, writeAuth, writePerson } from './auth/stored-auth.ts'
import { clearFeedbackDraft } from './feedback/clear-draft.ts'
import { type LanguageActor, languageMachine } from './language/language.machine.ts'
import { chooseLocale } from './language/locale.ts'
import { provideLanguage } from './language/provide-language.ts'
import { type NotificationActor, notificationMachine } from './notification/notification.machine.ts'
import { provideNotification } from './notification/provide-notification.ts'
import { clearKeptOrders } from './order/clear-kept.ts'
import { clearOrderPreview } from './order/clear-preview.ts'
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
  platform: Platform
  options: AppOptions
  api: ApiClient
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
  const person = stored?.account ? readPerson(storage) : null
  return (
    stored && {
      phone: stored.phone,
      account: stored.account,
      profile: person?.profile ?? null,
      isNameSkipped: person?.isNameSkipped ?? false,
    }
  )
}

/** Builds, wires, starts and stops the long-lived actors. Screens bring their own through the `create…` functions. */
export function createApp(platform: Platform, options: AppOptions): App {
  const { storage, now } = platform
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
    onNotLoggedIn: () => auth.send({ type: 'session.ended' }),
  })

  const language: LanguageActor = createActor(
    languageMachine.provide(provideLanguage(() => api, currentAccount, platform)),
    { input: { locale: chooseLocale(storage.get('language'), platform.languages()) }, inspect },
  )
  const auth: AuthActor = createActor(authMachine.provide(provideAuth(api, platform, locale)), {
    input: { restored: restore(storage), now },
    inspect,
  })
  const realtime = createActor(realtimeMachine.provide(provideRealtime(api, platform, options)), {
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

  /** Persists plain facts, and wires the others to who is signed in. */
  const wire = () => {
    let account: Account | null = null
    let known: Pick<AuthContext, 'phone' | 'account' | 'profile' | 'isNameSkipped'> | null = null
    let isOtherTab = false
    /** Writes what changed here, and nothing else: what stands there may be another tab's news. */
    const write = ({ phone, account, profile, isNameSkipped }: AuthContext) => {
      const isAuthNew = phone !== known?.phone || account !== known.account
      const isProfileNew = profile !== known?.profile || isNameSkipped !== known.isNameSkipped
      known = { phone, account, profile, isNameSkipped }
      if (isOtherTab) return
      if (isAuthNew) writeAuth(storage, phone, account)
      if (isProfileNew) writePerson(storage, profile, isNameSkipped)
    }
    const follow = () => {
      const { context } = auth.getSnapshot()
      write(context)
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
      platform.onReturn(() => notification.send({ type: 'unread.changed' })),
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
    language,
    auth,
    realtime,
    notification,
    placements,
    newKey,
    start() {
      for (const actor of actors) actor.start()
      wire()
    },
    stop() {
      for (const stop of stops.splice(0)) stop()
      for (const placement of placements.values()) placement.stop()
      placements.clear()
      for (const actor of actors) actor.stop()
    },
  }
}
