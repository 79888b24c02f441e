import type { Result } from '@handsfree/core'
import type { ApiFailure } from '@handsfree/core/api'
import { expect, type Page } from '@playwright/test'
import { answerTypes, type Happening, type Moment, startOfTime } from '../../statecharts/paths/graph.ts'
import { typeIn } from '../journeys/type-in.ts'
import { wordsOf } from '../journeys/words.ts'
import { HeldCalls, leaveBehind, resultOf } from './held-calls.ts'
import { account, profile } from './samples.ts'
import { SignInPages } from './sign-in.screens.ts'

type Step = { event: Happening; state: Moment }

const say = wordsOf('en-US')
const fetchProfile = 'GET /api/users/customers'
const saveProfile = 'POST /api/users/customers'

const storedAt = (start: string): Record<string, object> => {
  const phone = { dialCode: '86', phoneNumber: '13800138000' }
  if (start === 'back, signed in')
    return { auth: { version: 1, phone, account }, person: { version: 1, profile } }
  return start === 'back, signed out' ? { auth: { version: 1, phone, account: null } } : {}
}

/** The pages that signing in and out lead to, driven by the model's steps; calls are held until they are answered. */
export class AuthScreens {
  readonly #page: Page
  readonly #held: HeldCalls
  readonly #signIn: SignInPages
  #isTokenDead = false

  constructor(page: Page) {
    this.#page = page
    this.#held = new HeldCalls(page)
    this.#signIn = new SignInPages(page, this.#held)
  }

  async open(start: string): Promise<void> {
    const page = this.#page
    await page.clock.install({ time: startOfTime })
    await this.#held.hold([...SignInPages.calls, fetchProfile, saveProfile], (call) =>
      this.#isTokenDead ? { code: 1010, message: '' } : { code: 0, result: resultOf(call) },
    )
    await leaveBehind(page, storedAt(start))
    await page.goto('/')
  }

  async #answer({ event: { actorId, outcome } }: Step): Promise<void> {
    // Nothing waits for the language, and what is loaded is no call.
    if (actorId !== 'fetchProfile') return
    const answer = outcome as Result<object, ApiFailure>
    const body = answer.ok ? JSON.stringify({ code: 0, result: { [profile.uin]: answer.value } }) : 'offline'
    await this.#held.release(fetchProfile, body)
  }

  async #fromOtherTab(item: string): Promise<void> {
    const tab = await this.#page.context().newPage()
    await tab.goto('/favicon.svg')
    await tab.evaluate((auth) => localStorage.setItem('auth', auth), item)
    await tab.close()
  }

  async #signOut(): Promise<void> {
    const page = this.#page
    await this.#signIn.button(say('account.title')).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('accountSheet.signOut') })
      .click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: say('accountSheet.signOut') })
    await confirm.click()
  }

  get events(): Record<string, (step: Step) => unknown> {
    const page = this.#page
    const answer = (step: Step) => this.#answer(step)
    return {
      ...Object.fromEntries(
        ['loadSignIn', 'fetchProfile'].flatMap(answerTypes).map((type) => [type, answer]),
      ),
      'auth.begin': () => page.getByRole('link', { name: say('home.signIn') }).click(),
      'profile.changed': async ({ event }) => {
        await typeIn(page.getByRole('textbox', { name: say('profile.name') }), event.event.fields.name)
        await this.#signIn.button(say('profileInit.save')).click()
        await this.#held.release(saveProfile, JSON.stringify({ code: 0, result: {} }))
      },
      'profile.skip': () => this.#signIn.button(say('profileInit.later')).click(),
      'auth.signOut': () => this.#signOut(),
      'session.ended': async () => {
        this.#isTokenDead = true
        // Coming back to the page asks how many notifications are unread.
        await page.clock.runFor(1_000)
        await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      },
      'account.removed': () =>
        this.#fromOtherTab(
          JSON.stringify({ version: 1, phone: { dialCode: '', phoneNumber: '' }, account: null }),
        ),
      'account.found': ({ event: { label } }) =>
        label === 'by the code'
          ? this.#signIn.signIn()
          : this.#fromOtherTab(
              JSON.stringify({ version: 1, phone: { dialCode: '86', phoneNumber: '' }, account }),
            ),
    }
  }

  get states(): Record<string, (moment: Moment) => Promise<void>> {
    const { heading } = this.#signIn
    return {
      // Home offers to sign in; a page that needs it has led there.
      'signedOut.idle': () => {
        const wayIn = this.#page.getByRole('link', { name: say('home.signIn') })
        return expect(wayIn.or(heading(say('signIn.title'))).first()).toBeVisible()
      },
      'signedOut.starting': () => expect(heading(say('signIn.title'))).toBeVisible(),
      'signedOut.entering': () => expect(heading(say('signIn.title'))).toBeVisible(),
      signedIn: async () => {
        await expect(heading(say('signIn.title'))).toHaveCount(0)
        await expect(heading(say('code.title'))).toHaveCount(0)
      },
    }
  }
}
