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

/** Events of the sign-in child, which has its own model. */
const ofChild = /^(phone\.|code\.|xstate\.snapshot\.signIn$)/

/** Home offers sign-in; pages that require it redirect to it. */
const offersSignIn: HeldScreens['states'][string] = ({ page, heading }) => {
  const wayIn = page.getByRole('link', { name: say('home.signIn') })
  return expect(wayIn.or(heading(say('signIn.title'))).first()).toBeVisible()
}

/** Pages of signing in and out. */
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
    // Pages don't show whether the language is synced.
    if (actorId === 'syncLanguage' || ofChild.test(type)) return false
    switch (type) {
      // Every sign-in page restarts it, so the first one is enough.
      case 'auth.begin':
        return label === '' && isIn({ signedOut: 'idle' })
      // The sign-in code has loaded before the traveller can act.
      case 'account.found':
        return (label === 'in another tab' && isIn({ signedOut: 'idle' })) || isIn({ signedOut: 'entering' })
      // The profile page follows sign-in, and has no menu that leads away.
      case 'profile.changed':
      case 'profile.skip':
        return !isBack && isIn({ signedIn: { profile: 'incomplete' } })
      case 'auth.signOut':
        return (
          isBack || isIn({ signedIn: { profile: 'ready' } }) || isIn({ signedIn: { profile: 'unavailable' } })
        )
      // These pages have their own machines; the profile's page refetches a missing profile.
      case 'profile.retry':
      case 'account.deleted':
      case 'deletion.unanswered':
      case 'deletion.answered':
        return false
      default:
        return true
    }
  },
  // Other paths cover the states after these. After a forced sign-out, the phone number page opens and restarts
  // sign-in.
  ends: ({ snapshot }, { type, label }, start) =>
    (start === 'back, signed in' && snapshot.matches('signedOut')) ||
    label === 'in another tab' ||
    type === 'session.ended' ||
    type === 'account.removed',
  // Each state once. Pages don't show the device's sync state.
  key: ({ snapshot }) =>
    JSON.stringify(snapshot.value, (name, value) => (name === 'device' ? undefined : value)),
  unseen: {
    restoring: 'It leads on at once.',
    'signedOut.unavailable': 'A part of the app that does not load is no call that a step answers.',
    'signedIn.device.synced': 'No page shows what the server has learnt.',
  },
  acts: {
    // Loading code makes no call.
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
      // Returning to the page refetches the unread count.
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
    'signedOut.starting': ({ expectVisible, heading }) => expectVisible(heading(say('signIn.title'))),
    'signedOut.entering': ({ expectVisible, heading }) => expectVisible(heading(say('signIn.title'))),
    signedIn: isPastSigningIn,
  },
}
