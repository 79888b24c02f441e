import type { Result } from '@handsfree/core'
import type { ApiFailure } from '@handsfree/core/api'
import { type AuthProblem, type authMachine, selectCodeStanding } from '@handsfree/core/auth'
import { expect, type Page, type Route } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { wordsOf } from '../journeys/words.ts'
import { answer, forgetAbandoned } from './answer.ts'
import { answerTypes, type Happening, type Moment, startOfTime } from './graph.ts'
import { account, profile } from './samples.ts'

type AuthSnapshot = SnapshotFrom<typeof authMachine>
type Step = { event: Happening; state: Moment }

const say = wordsOf('en-US')
const snapshotOf = ({ snapshot }: Moment) => snapshot as unknown as AuthSnapshot

const sendProblems: Partial<Record<AuthProblem['code'], string>> = {
  invalidPhone: say('authProblem.invalidPhone'),
  tooSoon: say('authProblem.tooSoon', { wait: '60 minutes' }),
  tooManyFromHere: say('authProblem.tooManyFromHere'),
}
const codeProblems: Partial<Record<AuthProblem['code'], string>> = {
  codeRequired: say('authProblem.codeRequired'),
  wrongCode: say('authProblem.wrongCode', { triesLeft: 2 }),
  burntCode: say('authProblem.burntCode'),
  expiredCode: say('authProblem.expiredCode'),
  invalidPhone: say('authProblem.invalidPhone'),
  tooManyFromHere: say('authProblem.tooManyFromHere'),
  network: say('error.network'),
}

/** What a wait says of the last code. */
const waits = {
  works: say('authProblem.tooSoonCodeOut'),
  mayWork: say('authProblem.tooSoonMayWork'),
  over: 'Please wait before requesting another code. You can ask again in 60 ',
}

/** The calls that the machine's actors make: method and path. */
const calls: Record<string, string> = {
  sendCode: 'POST /api/verification-codes',
  resendCode: 'POST /api/verification-codes',
  signIn: 'POST /api/users',
  fetchProfile: 'GET /api/users/customers',
  saveProfile: 'POST /api/users/customers',
}
/** In the model a second is enough to count down; a real second could pass between two steps. */
const countdown = 60
const secondsOf = (modelled: number) => (modelled === 1 ? countdown : modelled)

/** What the calls answer that no step of the model is about. */
const resultOf = (call: string): unknown =>
  ({ 'GET /api/notification/unread': 0, 'GET /api/orders/page': { list: [], nextCursor: null } })[call] ?? {}

const lengthened = <Value>(value: Value): Value =>
  typeof value === 'object' && value !== null && 'retryAfter' in value
    ? { ...value, retryAfter: secondsOf(Number(value.retryAfter)) }
    : value

/** What the server answers for an outcome of the model. Offline is an answer that is none, which nothing asks again. */
function bodyOf(actorId: string, outcome: Result<object, ApiFailure> | undefined): string {
  if (outcome === undefined) return JSON.stringify({ code: 0, result: {} })
  if (!outcome.ok) {
    const { error } = outcome
    if (error.kind !== 'refused') return 'offline'
    return JSON.stringify({ code: error.code, message: '', result: lengthened(error.details) })
  }
  const { value } = outcome
  if (actorId === 'fetchProfile') return JSON.stringify({ code: 0, result: { [profile.uin]: value } })
  const result = 'resendAfter' in value ? { ...value, resendAfter: countdown } : value
  return JSON.stringify({ code: 0, result })
}

/** What the last visit left in the browser. */
const storedAt = (start: string): Record<string, object> => {
  const phone = { dialCode: '86', phoneNumber: '13800138000' }
  if (start === 'back, signed in')
    return { auth: { version: 1, phone, account }, person: { version: 1, profile } }
  return start === 'back, signed out' ? { auth: { version: 1, phone, account: null } } : {}
}

/** The screens of signing in, driven by the model's steps; every request of the machine is held until it is answered. */
export class AuthScreens {
  readonly #page: Page
  readonly #held = new Map<string, Route>()
  #isTokenDead = false

  constructor(page: Page) {
    this.#page = page
  }

  #button = (name: string) => this.#page.getByRole('button', { name, exact: true })
  #boxes = () => this.#page.getByRole('group').getByRole('textbox')

  #now = () => this.#page.evaluate(() => Date.now())

  async open(start: string): Promise<void> {
    const page = this.#page
    await page.clock.install({ time: startOfTime })
    await page.route('**/api/**', async (route) => {
      const request = route.request()
      const call = `${request.method()} ${new URL(request.url()).pathname}`
      if (Object.values(calls).includes(call)) this.#held.set(call, route)
      else if (this.#isTokenDead) await route.fulfill({ json: { code: 1010, message: '' } })
      else await route.fulfill({ json: { code: 0, result: resultOf(call) } })
    })
    forgetAbandoned(page, this.#held)
    await page.addInitScript((stored) => {
      if (localStorage.getItem('language')) return
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value))
      localStorage.setItem('language', 'en-US')
    }, storedAt(start))
    await page.goto('/')
  }

  async #answer({ event }: Step): Promise<void> {
    const actorId = event.actorId ?? ''
    const call = calls[actorId]
    // Looking up the dial code makes no request.
    if (!call) return
    await this.#release(call, bodyOf(actorId, event.outcome as Result<object, ApiFailure> | undefined))
  }

  /** Answers a request that is held, once it is there. */
  async #release(call: string, body: string): Promise<void> {
    await expect.poll(() => this.#held.has(call), call).toBe(true)
    const route = this.#held.get(call)
    this.#held.delete(call)
    if (route) await answer(this.#page, route, body)
  }

  async #type(digits: string): Promise<void> {
    await this.#boxes().first().focus()
    await this.#page.keyboard.press('Control+Backspace')
    await this.#page.keyboard.type(digits)
  }

  async #fromOtherTab(item: string): Promise<void> {
    const tab = await this.#page.context().newPage()
    await tab.goto('/favicon.svg')
    await tab.evaluate((auth) => localStorage.setItem('auth', auth), item)
    await tab.close()
  }

  async #signOut(): Promise<void> {
    const page = this.#page
    await this.#button(say('account.title')).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('account.signOut') })
      .click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: say('account.signOut') })
    await confirm.click()
  }

  /** How each kind of event comes about. */
  get events(): Record<string, (step: Step) => unknown> {
    const page = this.#page
    const answer = (step: Step) => this.#answer(step)
    const answers = Object.fromEntries(
      ['detectDialCode', ...Object.keys(calls)].flatMap(answerTypes).map((type) => [type, answer]),
    )
    return {
      ...answers,
      'auth.begin': () => page.getByRole('link', { name: say('home.signIn') }).click(),
      'phone.change': ({ event }) =>
        page.getByRole('textbox', { name: say('signIn.phone') }).fill(event.event.phone.phoneNumber),
      'phone.edit': () => this.#button(say('common.back')).click(),
      'code.request': () => this.#button(say('signIn.sendCode')).click(),
      'code.change': ({ event }) => this.#type(event.event.code),
      'code.submit': async () => {
        await this.#boxes().first().focus()
        await page.keyboard.press('Enter')
      },
      'code.resend': () => this.#button(say('code.resend')).click(),
      'profile.changed': async ({ event }) => {
        await page.getByRole('textbox', { name: say('profile.name') }).fill(event.event.fields.name)
        await this.#button(say('profileInit.save')).click()
        await this.#release(calls.saveProfile ?? '', JSON.stringify({ code: 0, result: {} }))
      },
      'profile.skip': () => this.#button(say('profileInit.later')).click(),
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
      'account.found': () =>
        this.#fromOtherTab(
          JSON.stringify({ version: 1, phone: { dialCode: '86', phoneNumber: '' }, account }),
        ),
      'xstate.after.resendTick.auth.signedOut.code.countdown.ticking': async ({ state }) => {
        const isOver = snapshotOf(state).matches({ signedOut: { code: { countdown: 'resendable' } } })
        // Only the clock on the wall goes on that far: requests that are held would run into their time-out.
        if (isOver) await page.clock.setSystemTime((await this.#now()) + countdown * 1_000)
        await page.clock.runFor(1_000)
      },
      'xstate.after.signOutTimeout.auth.signingOut': async () => {
        await page.clock.fastForward(3_000)
        await page.clock.resume()
      },
    }
  }

  /** What the traveller sees in each state. */
  get states(): Record<string, (moment: Moment) => Promise<void>> {
    const page = this.#page
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    return {
      'signedOut.phone': async (moment) => {
        await expect(heading(say('signIn.title'))).toBeVisible()
        await expect(this.#button(say('signIn.sendCode'))).toBeEnabled()
        await expect(page.getByRole('textbox')).toBeEditable()
        await this.#sees(sendProblems, snapshotOf(moment).context.problem)
      },
      'signedOut.sending': () =>
        expect(this.#button(say('signIn.sendCode'))).toHaveAttribute('aria-busy', 'true'),
      'signedOut.code': async (moment) => {
        const snapshot = snapshotOf(moment)
        await expect(heading(say('code.title'))).toBeVisible()
        expect(new URL(page.url()).pathname).toBe('/verification-code/check')
        await expect(page.getByRole('button', { name: say('code.resend') })).toBeEnabled({
          enabled: snapshot.can({ type: 'code.resend' }),
        })
        await expect(this.#boxes().last()).toBeEditable({
          editable: snapshot.can({ type: 'code.change', code: '' }),
        })
        const digits = await this.#boxes().evaluateAll((boxes) =>
          boxes.map((box) => (box as HTMLInputElement).value).join(''),
        )
        expect(digits).toBe(snapshot.context.code)
        await this.#sees(
          { ...codeProblems, tooSoon: waits[selectCodeStanding(snapshot)] },
          snapshot.context.problem,
        )
      },
      signedIn: async () => {
        await expect(heading(say('signIn.title'))).toHaveCount(0)
        await expect(heading(say('code.title'))).toHaveCount(0)
      },
    }
  }

  /** The words of this problem and of no other. */
  async #sees(words: Partial<Record<AuthProblem['code'], string>>, problem: AuthProblem | null) {
    const told = async () => {
      const shown = await this.#page.getByRole('main').textContent()
      return Object.entries(words).flatMap(([code, text]) => (shown?.includes(text) ? [code] : []))
    }
    await expect.poll(told).toEqual(problem ? [problem.code] : [])
  }
}
