import type { Result } from '@handsfree/core'
import type { ApiFailure } from '@handsfree/core/api'
import type { AuthProblem, SignInSnapshot } from '@handsfree/core/auth'
import { expect, type Page } from '@playwright/test'
import { isOut } from '../../core/auth/code-out.ts'
import { answerTypes, type Happening, type Moment, startOfTime } from '../../statecharts/paths/graph.ts'
import { typeIn } from '../journeys/type-in.ts'
import { wordsOf } from '../journeys/words.ts'
import { HeldCalls, leaveBehind, resultOf } from './held-calls.ts'
import { account } from './samples.ts'

type Step = { event: Happening; state: Moment }

const say = wordsOf('en-US')
const snapshotOf = ({ snapshot }: Moment) => snapshot as unknown as SignInSnapshot

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

const calls: Record<string, string> = {
  sendCode: 'POST /api/verification-codes',
  resendCode: 'POST /api/verification-codes',
  checkCode: 'POST /api/users',
}
/** In the model a second is enough to count down; a real second could pass between two steps. */
const countdown = 60
const secondsOf = (modelled: number) => (modelled === 1 ? countdown : modelled)

const lengthened = <Value>(value: Value): Value =>
  typeof value === 'object' && value !== null && 'retryAfter' in value
    ? { ...value, retryAfter: secondsOf(Number(value.retryAfter)) }
    : value

/** What the server answers for an outcome of the model. Offline is an answer that is none, which nothing asks again. */
function bodyOf(outcome: Result<object, ApiFailure>): string {
  if (!outcome.ok) {
    const { error } = outcome
    if (error.kind !== 'refused') return 'offline'
    return JSON.stringify({ code: error.code, message: '', result: lengthened(error.details) })
  }
  const { value } = outcome
  const result = 'resendAfter' in value ? { ...value, resendAfter: countdown } : value
  return JSON.stringify({ code: 0, result })
}

/** Phone entry and code, as a person goes through them. */
export class SignInPages {
  readonly page: Page
  readonly #held: HeldCalls

  constructor(page: Page, held: HeldCalls) {
    this.page = page
    this.#held = held
  }

  static readonly calls = [...new Set(Object.values(calls))]

  button = (name: string) => this.page.getByRole('button', { name, exact: true })
  boxes = () => this.page.getByRole('group').getByRole('textbox')
  heading = (name: string) => this.page.getByRole('heading', { level: 1, name })

  async type(digits: string): Promise<void> {
    await this.boxes().first().focus()
    await this.page.keyboard.press('Control+Backspace')
    await this.page.keyboard.type(digits)
  }

  enterNumber = (number: string) =>
    typeIn(this.page.getByRole('textbox', { name: say('signIn.phone') }), number)

  /** Answers what an actor of the model asked; looking up the calling code makes no request. */
  async answer(actorId: string, outcome: unknown): Promise<void> {
    const call = calls[actorId]
    if (call) await this.#held.release(call, bodyOf(outcome as Result<object, ApiFailure>))
  }

  async signIn(): Promise<void> {
    await this.enterNumber('13800138000')
    await this.button(say('signIn.sendCode')).click()
    const sent = { requestId: 'request-1', resendAfter: 60, expiresIn: 300, demoCode: '246810' }
    await this.answer('sendCode', { ok: true, value: sent })
    await expect(this.heading(say('code.title'))).toBeVisible()
    await this.type('246810')
    await this.answer('checkCode', { ok: true, value: account })
  }
}

/** The screens of signing in, driven by the model's steps; every request of the machine is held until it is answered. */
export class SignInScreens {
  readonly #page: Page
  readonly #held: HeldCalls
  readonly #pages: SignInPages

  constructor(page: Page) {
    this.#page = page
    this.#held = new HeldCalls(page)
    this.#pages = new SignInPages(page, this.#held)
  }

  async open(start: string): Promise<void> {
    const page = this.#page
    await page.clock.install({ time: startOfTime })
    await this.#held.hold(SignInPages.calls, (call) => ({ code: 0, result: resultOf(call) }))
    const phone = { dialCode: '86', phoneNumber: '13800138000' }
    await leaveBehind(page, start === 'back' ? { auth: { version: 1, phone, account: null } } : {})
    await page.goto('/sign/in')
  }

  get events(): Record<string, (step: Step) => unknown> {
    const page = this.#page
    const pages = this.#pages
    const answer = ({ event: { actorId, outcome } }: Step) => pages.answer(actorId ?? '', outcome)
    const answers = Object.fromEntries(
      ['detectDialCode', ...Object.keys(calls)].flatMap(answerTypes).map((type) => [type, answer]),
    )
    return {
      ...answers,
      'phone.change': ({ event }) => pages.enterNumber(event.event.phone.phoneNumber),
      'phone.edit': () => pages.button(say('common.back')).click(),
      'code.request': () => pages.button(say('signIn.sendCode')).click(),
      'code.change': ({ event }) => pages.type(event.event.code),
      'code.submit': async () => {
        await pages.boxes().first().focus()
        await page.keyboard.press('Enter')
      },
      'code.resend': () => pages.button(say('code.resend')).click(),
      'xstate.after.resendTick.signIn.code.countdown.ticking': async ({ state }) => {
        const isOver = snapshotOf(state).matches({ code: { countdown: 'resendable' } })
        // Only the clock on the wall goes on that far: requests that are held would run into their time-out.
        if (isOver) {
          const now = await page.evaluate(() => Date.now())
          await page.clock.setSystemTime(now + countdown * 1_000)
        }
        await page.clock.runFor(1_000)
      },
    }
  }

  get states(): Record<string, (moment: Moment) => Promise<void>> {
    const page = this.#page
    const { button, boxes, heading } = this.#pages
    return {
      detectingDialCode: () => expect(heading(say('signIn.title'))).toBeVisible(),
      phone: async (moment) => {
        await expect(heading(say('signIn.title'))).toBeVisible()
        await expect(button(say('signIn.sendCode'))).toBeEnabled()
        await expect(page.getByRole('textbox')).toBeEditable()
        await this.#sees(sendProblems, snapshotOf(moment).context.problem)
      },
      sending: () => expect(button(say('signIn.sendCode'))).toHaveAttribute('aria-busy', 'true'),
      code: async (moment) => {
        const snapshot = snapshotOf(moment)
        await expect(heading(say('code.title'))).toBeVisible()
        expect(new URL(page.url()).pathname).toBe('/verification-code/check')
        await expect(page.getByRole('button', { name: say('code.resend') })).toBeEnabled({
          enabled: snapshot.can({ type: 'code.resend' }),
        })
        await expect(boxes().last()).toBeEditable({
          editable: snapshot.can({ type: 'code.change', code: '' }),
        })
        const digits = await boxes().evaluateAll((boxes) =>
          boxes.map((box) => (box as HTMLInputElement).value).join(''),
        )
        expect(digits).toBe(snapshot.context.code)
        const isOver = snapshot.matches({ code: { entry: 'codeExhausted' } })
        const standing = isOver ? 'over' : isOut(snapshot.context) ? 'works' : 'mayWork'
        await this.#sees({ ...codeProblems, tooSoon: waits[standing] }, snapshot.context.problem)
      },
      done: async () => {
        await expect(heading(say('signIn.title'))).toHaveCount(0)
        await expect(heading(say('code.title'))).toHaveCount(0)
      },
    }
  }

  async #sees(words: Partial<Record<AuthProblem['code'], string>>, problem: AuthProblem | null) {
    const told = async () => {
      const shown = await this.#page.getByRole('main').textContent()
      return Object.entries(words).flatMap(([code, text]) => (shown?.includes(text) ? [code] : []))
    }
    await expect.poll(told).toEqual(problem ? [problem.code] : [])
  }
}
