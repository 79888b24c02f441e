import { type App, createApp, demoStaticKey, type KeyValueStorage } from '@handsfree/core'
import type { AuthEmitted } from '@handsfree/core/auth'
import { pendingQrId } from '@handsfree/core/booking'
import { type Locale, locales } from '@handsfree/core/contract'
import { createFormatter, isLocale, loadMessages } from '@handsfree/core/i18n'
import { waitFor } from 'xstate'
import { myAccount } from './account.ts'
import { follow } from './follow.ts'
import { chooseOrder } from './orders.ts'
import { placeOrder } from './place-order.ts'
import { createNodePlatform, ownTimeZone } from './platform.ts'
import type { Prompts } from './prompts.ts'
import { saved } from './saved.ts'
import { signIn } from './sign-in.ts'
import { createStep, type Step } from './step.ts'

export type VisitOptions = {
  url: string
  storage: KeyValueStorage
  prompts: Prompts
  pays: boolean
}

/** Storage key of the followed order, for restarts. */
const followedKey = 'terminal.order'

const otherLocale = (locale: Locale): Locale => locales.find((other) => other !== locale) ?? locale

export async function chooseLanguage({ storage, prompts }: VisitOptions): Promise<Locale> {
  const saved = storage.get('language')
  if (saved && isLocale(saved)) return saved
  const choices = await Promise.all(
    locales.map(async (locale) => {
      const words = createFormatter(otherLocale(locale), await loadMessages(otherLocale(locale)))
      return { value: locale, label: words.formatMessage({ id: 'language.other' }) }
    }),
  )
  const english = createFormatter('en-US', await loadMessages('en-US'))
  const chosen = await prompts.choose(english.formatMessage({ id: 'common.app_title' }), choices, {
    signal: prompts.signal,
    words: english,
  })
  storage.set('language', chosen)
  return chosen
}

/** Follows an order and its follow-up trip. Stored, so that a restart continues. */
async function followOn(step: Step, orderId: string): Promise<void> {
  const { storage } = step.app.platform
  storage.set(followedKey, orderId)
  const nextQrId = await follow(step, orderId)
  storage.remove(followedKey)
  if (nextQrId) await send(step, nextQrId)
}

async function send(step: Step, pending: string | null): Promise<void> {
  const orderId = await placeOrder(step, pending)
  if (orderId) await followOn(step, orderId)
}

const menu = [
  'home.scan',
  'home.menu.orders',
  'saved.title',
  'myAccount.title',
  'language.other',
  'accountSheet.signOut',
  'terminal.quit',
] as const

/** Menu loop. Resumes an earlier visit first. */
async function stay(step: Step): Promise<void> {
  const { app, words } = step
  const followed = app.platform.storage.get(followedKey)
  const pending = pendingQrId(app)
  if (followed) await followOn(step, followed)
  else if (pending) await send(step, pending)
  const { locale } = app.language.getSnapshot().context
  const choices = menu.map((id) => ({ value: id, label: words(id) }))
  for (;;) {
    const wish = await step.choose(words('home.title'), choices)
    if (wish === 'terminal.quit') return
    if (wish === 'home.scan') await send(step, null)
    if (wish === 'home.menu.orders') {
      const orderId = await chooseOrder(step)
      if (orderId) await followOn(step, orderId)
    }
    if (wish === 'saved.title') await saved(step)
    if (wish === 'myAccount.title') await myAccount(step)
    if (wish === 'language.other') {
      app.language.send({ type: 'language.switch', locale: otherLocale(locale) })
      await waitFor(app.language, () => false, { signal: step.signal })
    }
    if (wish === 'accountSheet.signOut') {
      app.auth.send({ type: 'auth.signOut' })
      await waitFor(app.auth, () => false, { signal: step.signal })
    }
  }
}

type Leaving = 'reload' | Extract<AuthEmitted, { type: 'auth.signedOut' }>['reason']

/** Runs one visit, until the traveller quits. `again` starts another one, in another language or signed out. */
export async function visit(options: VisitOptions): Promise<'again' | 'over'> {
  const { url, storage, prompts, pays } = options
  const locale = await chooseLanguage(options)
  const intl = createFormatter(locale, await loadMessages(locale), ownTimeZone())
  const left = new AbortController()
  let leaving: Leaving | null = null
  const leave = (how: Leaving) => {
    leaving = how
    left.abort()
  }
  const platform = createNodePlatform({ storage, reload: () => leave('reload') })
  const app: App = createApp(platform, {
    baseUrl: url,
    staticKey: process.env.HANDSFREE_STATIC_KEY ?? demoStaticKey,
    brokerScheme: url.startsWith('https:') ? 'wss' : 'ws',
  })
  app.auth.on('auth.signedOut', ({ reason }) => leave(reason))
  const signal = AbortSignal.any([prompts.signal, left.signal])
  const step = createStep({ app, intl, pays, signal, prompts })
  app.start()
  try {
    await waitFor(app.language, (current) => !current.matches('loading'), { signal })
    await signIn(step)
    await stay(step)
    return 'over'
  } catch (error) {
    if (leaving === null || prompts.signal.aborted) throw error
    return farewell(step, leaving)
  } finally {
    app.stop()
  }
}

/** Sign-out and account deletion end the program; anything else starts another visit. */
function farewell(step: Step, leaving: Leaving): 'again' | 'over' {
  if (leaving === 'reload') return 'again'
  step.app.platform.storage.remove(followedKey)
  if (leaving === 'deleted') return 'over'
  step.tell(step.words(`signedOut.${leaving}`))
  return leaving === 'request' ? 'over' : 'again'
}
