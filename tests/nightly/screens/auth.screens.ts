import { ok } from '@handsfree/core'
import { expect, type Page } from '@playwright/test'
import { typeIn } from '../../e2e/type-in.ts'
import { authModel } from '../../unit/models/auth.model.ts'
import { account, profile } from '../../unit/models/samples.ts'
import { type HeldScreens, say, signedIn, type Visit } from './held-screens.ts'
import { isPastSigningIn, signIn, signInCalls } from './sign-in.screens.ts'

async function fromOtherTab(page: Page, auth: object): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/favicon.svg')
  await tab.evaluate((item) => localStorage.setItem('auth', item), JSON.stringify(auth))
  await tab.close()
}

async function signOut({ page, tap }: Visit): Promise<void> {
  await tap(say('account.title'))
  for (const role of ['dialog', 'alertdialog'] as const) {
    await page
      .getByRole(role)
      .getByRole('button', { name: say('accountSheet.signOut') })
      .click()
  }
}

/** What the child that signs in is for: its own model walks it. */
const ofChild = /^(phone\.|code\.|xstate\.snapshot\.signIn$)/

/** Home offers to sign in; a page that needs it has led there. */
const offersSignIn: HeldScreens['states'][string] = ({ page, heading }) => {
  const wayIn = page.getByRole('link', { name: say('home.signIn') })
  return expect(wayIn.or(heading(say('signIn.title'))).first()).toBeVisible()
}

/** The pages that signing in and out lead to. */
export const authScreens: HeldScreens = {
  model: authModel,
  pages: { 'back, signed in': '/', 'first visit': '/', 'back, signed out': '/' },
  calls: { ...signInCalls, fetchProfile: 'GET /users/customers', saveProfile: 'POST /users/customers' },
  sentFor: (actorId, value) => (actorId === 'fetchProfile' ? { [profile.uin]: value } : value),
  locale: 'zh-CN',
  hasClock: true,
  stored: (start): Record<string, object> => {
    const phone = { dialCode: '86', phoneNumber: '13800138000' }
    if (start === 'back, signed in') return { ...signedIn, auth: { version: 1, phone, account } }
    return start === 'back, signed out' ? { auth: { version: 1, phone, account: null } } : {}
  },
  can: ({ snapshot }, { type, label, actorId }, { start }) => {
    const isIn = (state: unknown) => snapshot.matches(state as never)
    const isBack = start === 'back, signed in'
    // Nobody sees when the server has learnt the language.
    if (actorId === 'syncLanguage' || ofChild.test(type)) return false
    switch (type) {
      // Any page of signing in begins it again; the first of them is enough.
      case 'auth.begin':
        return label === '' && isIn({ signedOut: 'idle' })
      // It is loaded before anybody could do something else.
      case 'account.found':
        return (label === 'in another tab' && isIn({ signedOut: 'idle' })) || isIn({ signedOut: 'entering' })
      // Asked for on the page for it, to which signing in leads, and from which no menu leads away.
      case 'profile.changed':
      case 'profile.skip':
        return !isBack && isIn({ signedIn: { profile: 'incomplete' } })
      case 'auth.signOut':
        return (
          isBack || isIn({ signedIn: { profile: 'ready' } }) || isIn({ signedIn: { profile: 'unavailable' } })
        )
      // The pages for these are machines of their own; that of the profile fetches again what is missing.
      case 'profile.retry':
      case 'account.deleted':
      case 'deletion.unanswered':
      case 'deletion.answered':
        return false
      default:
        return true
    }
  },
  // What follows once another tab has signed in, or who was back is signed out, is walked anyway. Signed out without
  // having asked, the page for the number is open, and has begun by itself.
  ends: ({ snapshot }, { type, label }, start) =>
    (start === 'back, signed in' && snapshot.matches('signedOut')) ||
    label === 'in another tab' ||
    type === 'session.ended' ||
    type === 'account.removed',
  // Each state once, whatever else is remembered; what a device is told is no page's affair.
  key: ({ snapshot }) =>
    JSON.stringify(snapshot.value, (name, value) => (name === 'device' ? undefined : value)),
  unseen: {
    restoring: 'It leads on at once.',
    'signedOut.unavailable': 'A part of the app that does not load is no call that a step answers.',
    'signedIn.device.synced': 'No page shows what the server has learnt.',
  },
  acts: {
    // What is loaded is no call.
    'xstate.done.actor.loadSignIn': () => undefined,
    'xstate.done.actor.detectDialCode': () => undefined,
    'auth.begin': ({ page }) => page.getByRole('link', { name: say('home.signIn') }).click(),
    'profile.changed': async ({ field, tap, answer }, { event }) => {
      await typeIn(field(say('profile.name')), event.event.fields.name)
      await tap(say('profileInit.save'))
      await answer('saveProfile', ok({}))
    },
    'profile.skip': ({ tap }) => tap(say('profileInit.later')),
    'auth.signOut': signOut,
    'session.ended': async ({ page }) => {
      await page.route('**/api/**', (route) => route.fulfill({ json: { code: 1010, message: '' } }))
      // Coming back to the page asks how many notifications are unread.
      await page.clock.runFor(1_000)
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    },
    'account.removed': ({ page }) =>
      fromOtherTab(page, { version: 1, phone: { dialCode: '', phoneNumber: '' }, account: null }),
    'account.found': (visit, { event }) =>
      event.label === 'by the code' ? signIn(visit) : fromOtherTab(visit.page, signedIn.auth),
  },
  states: {
    'signedOut.idle': offersSignIn,
    'signedOut.resetting': offersSignIn,
    'signedOut.starting': ({ sees, heading }) => sees(heading(say('signIn.title'))),
    'signedOut.entering': ({ sees, heading }) => sees(heading(say('signIn.title'))),
    signedIn: isPastSigningIn,
  },
}
