import { type App, createApp, demoStaticKey, type KeyValueStorage } from '@handsfree/core'
import type { AuthEmitted } from '@handsfree/core/auth'
import { readPendingQrId } from '@handsfree/core/booking'
import { type Locale, locales } from '@handsfree/core/contract'
import { createFormatter, isLocale, loadMessages } from '@handsfree/core/i18n'
import { createNodePlatform, ownTimeZone } from '@handsfree/core/platform/node'
import { waitFor } from 'xstate'
import { showAccount } from './account.ts'
import { follow } from './follow.ts'
import { chooseOrder } from './orders.ts'
import { placeOrder } from './place-order.ts'
import type { Prompts } from './prompts.ts'
import { showSaved } from './saved.ts'
import { signIn } from './sign-in.ts'
import { createTerminalSession, type TerminalSession } from './terminal-session.ts'

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
    intl: english,
  })
  storage.set('language', chosen)
  return chosen
}

/** Follows an order and its follow-up trip. Stored, so that a restart continues. */
async function followOrder(session: TerminalSession, orderId: string): Promise<void> {
  const { storage } = session.app.platform
  storage.set(followedKey, orderId)
  const nextQrId = await follow(session, orderId)
  storage.remove(followedKey)
  if (nextQrId) await send(session, nextQrId)
}

async function send(session: TerminalSession, pending: string | null): Promise<void> {
  const orderId = await placeOrder(session, pending)
  if (orderId) await followOrder(session, orderId)
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
async function runMenu(session: TerminalSession): Promise<void> {
  const { app, text } = session
  const followed = app.platform.storage.get(followedKey)
  const pending = readPendingQrId(app)
  if (followed) await followOrder(session, followed)
  else if (pending) await send(session, pending)
  const { locale } = app.language.getSnapshot().context
  const choices = menu.map((id) => ({ value: id, label: text(id) }))
  for (;;) {
    const choice = await session.choose(text('home.title'), choices)
    if (choice === 'terminal.quit') return
    if (choice === 'home.scan') await send(session, null)
    if (choice === 'home.menu.orders') {
      const orderId = await chooseOrder(session)
      if (orderId) await followOrder(session, orderId)
    }
    if (choice === 'saved.title') await showSaved(session)
    if (choice === 'myAccount.title') await showAccount(session)
    if (choice === 'language.other') {
      app.language.send({ type: 'language.switch', locale: otherLocale(locale) })
      await waitFor(app.language, () => false, { signal: session.signal })
    }
    if (choice === 'accountSheet.signOut') {
      app.auth.send({ type: 'auth.signOut' })
      await waitFor(app.auth, () => false, { signal: session.signal })
    }
  }
}

type LeaveReason = 'reload' | Extract<AuthEmitted, { type: 'auth.signedOut' }>['reason']

/** Runs one visit, until the traveller quits. `again` starts another one, in another language or signed out. */
export async function visit(options: VisitOptions): Promise<'again' | 'over'> {
  const { url, storage, prompts, pays } = options
  const locale = await chooseLanguage(options)
  const intl = createFormatter(locale, await loadMessages(locale), ownTimeZone())
  const abortController = new AbortController()
  let leaveReason: LeaveReason | null = null
  const leave = (how: LeaveReason) => {
    leaveReason = how
    abortController.abort()
  }
  const platform = createNodePlatform({ storage, reload: () => leave('reload') })
  const app: App = createApp(platform, {
    baseUrl: url,
    staticKey: process.env.HANDSFREE_STATIC_KEY ?? demoStaticKey,
    brokerScheme: url.startsWith('https:') ? 'wss' : 'ws',
  })
  app.auth.on('auth.signedOut', ({ reason }) => leave(reason))
  const signal = AbortSignal.any([prompts.signal, abortController.signal])
  const session = createTerminalSession({ app, intl, pays, signal, prompts })
  app.start()
  try {
    await waitFor(app.language, (current) => !current.matches('loading'), { signal })
    await signIn(session)
    await runMenu(session)
    return 'over'
  } catch (error) {
    if (leaveReason === null || prompts.signal.aborted) throw error
    return endVisit(session, leaveReason)
  } finally {
    app.stop()
  }
}

/** Sign-out and account deletion end the program; anything else starts another visit. */
function endVisit(session: TerminalSession, leaveReason: LeaveReason): 'again' | 'over' {
  if (leaveReason === 'reload') return 'again'
  session.app.platform.storage.remove(followedKey)
  if (leaveReason === 'deleted') return 'over'
  session.print(session.text(`signedOut.${leaveReason}`))
  return leaveReason === 'request' ? 'over' : 'again'
}
