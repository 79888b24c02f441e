import type { Result } from '@handsfree/core'
import { type ApiFailure, isNotFound } from '@handsfree/core/lib'
import { type paymentMachine, selectFailedMethod, selectPaymentStage } from '@handsfree/core/payments'
import { expect, type Page, type Route } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import {
  answerTypes,
  type ModelEvent,
  type ModelState,
  startOfTime,
} from '../../../statecharts/paths/graph.ts'
import { type Key, wordsOf } from '../../e2e/words.ts'
import { answer } from '../../unit/models/answer.ts'
import { account, profile } from '../../unit/models/samples.ts'

type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>
type Step = { event: ModelEvent; state: ModelState }

const say = wordsOf('en-US')
export const snapshotOf = ({ snapshot }: ModelState) => snapshot as unknown as PaymentSnapshot

export const pages: Record<string, string> = {
  'its own page': '/payment/checkout/payment-1',
  'back from the provider': '/payment/session-status?sessionId=session-1',
}

const readPayment = 'GET /api/payments/payment-1'
const askStatus = 'GET /api/payments/session-status'
const calls: Record<string, string> = {
  loadPayment: readPayment,
  openSession: 'POST /api/payments/payment-1/session',
}

/** The response's body. An invalid body stands for offline, since a failed request would be retried. */
const bodyOf = (output: Result<object, ApiFailure>): string => {
  if (output.ok) return JSON.stringify({ code: 0, message: 'ok', result: output.value })
  const { error } = output
  return error.kind === 'refused' ? JSON.stringify({ code: error.code, message: error.message }) : 'offline'
}

const failureWords = (failure: ApiFailure): string =>
  failure.kind === 'refused' ? say(`error.${failure.code as 1005 | 8002}`) : say('error.network')

/** Captured money that the order didn't need. */
const paidTitles: Record<string, Key> = {
  refunding: 'payment.goesBackTitle',
  refunded: 'payment.wentBackTitle',
}

const lastTries = { declined: say('payment.lastDeclined'), expired: say('payment.lastExpired') }

/** The alert above the amount: the failure of the latest call, or of the previous attempt to pay. */
function toldAtCheckout(state: ModelState): string[] {
  const { problem, payment } = snapshotOf(state).context
  const failedMethod = selectFailedMethod(snapshotOf(state))
  if (failedMethod) return [say('payment.methodFailed', { method: say(`payment.method.${failedMethod}`) })]
  if (problem) return [failureWords(problem)]
  return payment?.failure ? [lastTries[payment.failure]] : []
}

/** Milliseconds after which the page is open and its clock stops; shorter than the timeout of its first requests. */
const openedWithin = 8_000

/**
 * A payment's screens, driven by the model's steps. Requests are held until a step responds, and the clock stands
 * still.
 */
export class PaymentScreens {
  readonly #page: Page
  /** The machine's requests by call, oldest first. */
  readonly #requests = new Map<string, Route[]>()
  /** Number of requests that the machine has made, by call. */
  readonly #expected = new Map<string, number>()
  /** Number of status requests that have a response or were abandoned. */
  #polled = 0
  #state: ModelState | null = null

  constructor(page: Page) {
    this.#page = page
  }

  #button = (name: string) => this.#page.getByRole('button', { name, exact: true })
  #title = (name: string) => this.#page.getByRole('heading', { level: 2, name, exact: true })

  async open(start: string): Promise<void> {
    const page = this.#page
    await page.clock.install({ time: startOfTime })
    await page.route('**/api/**', (route) => this.#receive(route))
    // The provider's page returns 204, so the app stays open, like the tab that was left.
    await page.route('https://bank.test/**', (route) => route.fulfill({ status: 204 }))
    await page.addInitScript(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value))
        localStorage.setItem('language', 'en-US')
      },
      {
        auth: { version: 1, phone: { dialCode: '86', phoneNumber: '' }, account },
        person: { version: 1, profile },
      },
    )
    await page.goto(pages[start] ?? '/')
    await expect(page.getByRole('heading', { level: 1, name: say('payment.title') })).toBeVisible()
    await page.clock.pauseAt(startOfTime + openedWithin)
  }

  #receive(route: Route): Promise<void> | undefined {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const call = `${request.method()} ${pathname}`
    if (call === askStatus || Object.values(calls).includes(call)) {
      this.#requests.set(call, [...(this.#requests.get(call) ?? []), route])
      return undefined
    }
    // Without secrets, the app doesn't open a live connection, so only the model sends hints.
    if (pathname.startsWith('/api/oss/')) return undefined
    return route.fulfill({ json: { code: 0, message: 'ok', result: null } })
  }

  /** The latest request of a call, after the machine has made all expected ones. */
  async #newest(call: string): Promise<Route | undefined> {
    await expect.poll(() => this.#requests.get(call)?.length ?? 0, call).toBe(this.#expected.get(call) ?? 0)
    return this.#requests.get(call)?.at(-1)
  }

  async #answer({ event }: Step): Promise<void> {
    const route = await this.#newest(calls[event.actorId ?? ''] ?? '')
    if (route) await answer(this.#page, route, bodyOf(event.outcome as Result<object, ApiFailure>))
  }

  /** Responds to the pending status request, or to one caused by an `online` event. */
  async #answerPoll(output: Result<object, ApiFailure>): Promise<void> {
    const asked = () => this.#requests.get(askStatus)?.length ?? 0
    const isQuiet = this.#state?.snapshot.matches({ confirming: 'stillConfirming' } as never)
    if (isQuiet) this.#polled = asked()
    if (asked() === this.#polled) await this.#comeOnline()
    await expect.poll(asked).toBeGreaterThan(this.#polled)
    this.#polled = asked()
    const route = this.#requests.get(askStatus)?.at(-1)
    if (route) await answer(this.#page, route, bodyOf(output))
  }

  /** Causes a refetch of the payment, and responds. */
  async #readAgain({ event }: Step): Promise<void> {
    this.#expected.set(readPayment, (this.#expected.get(readPayment) ?? 0) + 1)
    await this.#comeOnline()
    const route = await this.#newest(readPayment)
    if (route) await answer(this.#page, route, bodyOf({ ok: true, value: event.event.value }))
  }

  /** An `online` event triggers a refetch. */
  #comeOnline = () => this.#page.evaluate(() => window.dispatchEvent(new Event('online')))

  #leavePolls(): void {
    this.#polled = this.#requests.get(askStatus)?.length ?? 0
  }

  async #wait(): Promise<void> {
    const [timer] = this.#state?.timers ?? []
    await this.#page.clock.fastForward((timer?.due ?? 0) - (this.#state?.now ?? 0))
  }

  /** Waits until the payment can be reopened. A pending status request times out and is sent again. */
  async #waitToReopen(): Promise<void> {
    const asked = () => this.#requests.get(askStatus)?.length ?? 0
    const before = asked()
    const isUnderWay = before > this.#polled
    await this.#wait()
    if (!isUnderWay) return
    const askedInTime = async () => {
      await this.#page.clock.runFor(100)
      return asked()
    }
    await expect.poll(askedInTime, { intervals: [50] }).toBeGreaterThan(before)
  }

  get events(): Record<string, (step: Step) => unknown> {
    const answer = (step: Step) => this.#answer(step)
    const isIn = (state: unknown) => this.#state?.snapshot.matches(state as never)
    return {
      ...Object.fromEntries(
        Object.keys(calls)
          .flatMap(answerTypes)
          .map((type) => [type, answer]),
      ),
      'payment.open': () => {
        this.#leavePolls()
        return this.#button(
          isIn('confirming') ? say('payment.continue') : say('payment.pay', { amount: '¥98.00' }),
        ).click()
      },
      'payment.retry': () =>
        this.#button(isIn('unavailable') ? say('common.tryAgain') : say('payment.tryAgain')).click(),
      'payment.checkAgain': () => {
        this.#leavePolls()
        return this.#button(isIn('atProvider') ? say('payment.checkNow') : say('payment.checkAgain')).click()
      },
      'payment.choose': () => this.#page.getByRole('radio', { name: say('payment.method.card') }).check(),
      'status.answered': ({ event }) => this.#answerPoll({ ok: true, value: event.event.status }),
      'status.unanswered': ({ event }) => this.#answerPoll({ ok: false, error: event.event.error.failure }),
      'payment.hint': this.#comeOnline,
      'reading.done': (step) => this.#readAgain(step),
      'xstate.after.checkingLimit.payment.confirming.checking': () => this.#wait(),
      'xstate.after.reopenPause.payment.confirming.checking.waiting': () => this.#waitToReopen(),
      'xstate.after.successPause.payment.paid': () => this.#wait(),
    }
  }

  get states(): Record<string, (state: ModelState) => Promise<void>> {
    const page = this.#page
    return {
      '*': async (state) => {
        this.#state = state
        for (const { id } of state.startedActors) {
          const call = calls[id]
          if (call) this.#expected.set(call, (this.#expected.get(call) ?? 0) + 1)
        }
      },
      loading: async (state) => {
        if (snapshotOf(state).context.payment) await this.#seesCheckout(state, 'busy')
        else await expect(page.getByText(say('payment.loading'))).toBeAttached()
      },
      known: (state) => this.#seesKnown(state),
      opening: (state) => this.#seesCheckout(state, 'opening'),
      unavailable: async (state) => {
        const { problem } = snapshotOf(state).context
        const isGone = problem !== null && isNotFound(problem)
        await expect(
          this.#title(say(isGone ? 'payment.notThereTitle' : 'payment.unavailableTitle')),
        ).toBeVisible()
        await expect(this.#button(say('common.tryAgain'))).toHaveCount(isGone ? 0 : 1)
      },
      atProvider: async () => {
        await expect(this.#title(say('payment.atProviderTitle'))).toBeVisible()
        await expect(this.#button(say('payment.checkNow'))).toBeEnabled()
      },
      confirming: (state) => this.#seesConfirming(state),
      paid: async (state) => {
        const paymentState = snapshotOf(state).context.payment?.state ?? ''
        await expect(this.#title(say(paidTitles[paymentState] ?? 'payment.paidTitle'))).toBeVisible()
      },
      settled: () => expect(page).toHaveURL(/\/order\/detail\/order-1(\?|$)/),
    }
  }

  async #seesKnown(state: ModelState): Promise<void> {
    const page = this.#page
    const stage = selectPaymentStage(snapshotOf(state))
    if (stage === 'failed') {
      await expect(this.#title(say('payment.failedTitle'))).toBeVisible()
      const failure = snapshotOf(state).context.payment?.failure ?? 'other'
      await expect(page.getByText(say('payment.failedDetail', { failure }))).toBeVisible()
      await expect(this.#button(say('payment.tryAgain'))).toBeEnabled()
    } else if (stage === 'expired') {
      await expect(this.#title(say('payment.expiredTitle'))).toBeVisible()
      await expect(this.#button(say('payment.tryAgain'))).toBeEnabled()
    } else await this.#seesCheckout(state, 'enabled')
  }

  async #seesConfirming(state: ModelState): Promise<void> {
    const page = this.#page
    const canOpen = snapshotOf(state).can({ type: 'payment.open' })
    await expect(this.#button(say('payment.continue'))).toHaveCount(canOpen ? 1 : 0)
    await this.#seesReason(state)
    if (selectPaymentStage(snapshotOf(state)) === 'checking') {
      await expect(this.#title(say('payment.checkingTitle'))).toBeVisible()
      return
    }
    await expect(this.#title(say('payment.stillTitle'))).toBeVisible()
    await expect(page.getByText(say('payment.leaveTitle'))).toBeVisible()
    await expect(this.#button(say('payment.checkAgain'))).toBeEnabled()
  }

  async #seesReason(state: ModelState): Promise<void> {
    const snapshot = snapshotOf(state)
    const canOpen = snapshot.can({ type: 'payment.open' })
    const isOverdue = snapshot.context.status?.session === 'processing'
    const reason = (id: Key) => this.#page.getByText(say(id))
    await expect(reason('payment.overdueTitle')).toHaveCount(canOpen && isOverdue ? 1 : 0)
    await expect(reason('payment.unpaidTitle')).toHaveCount(canOpen && !isOverdue ? 1 : 0)
  }

  async #seesCheckout(state: ModelState, button: 'enabled' | 'busy' | 'opening'): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 2, name: '¥98.00' })).toBeVisible()
    const pay = this.#button(
      button === 'opening' ? say('payment.opening') : say('payment.pay', { amount: '¥98.00' }),
    )
    if (button === 'enabled') await expect(pay).toBeEnabled()
    else await expect(pay).toHaveAttribute('aria-busy', 'true')
    await expect(this.#page.getByRole('alert')).toHaveText(button === 'enabled' ? toldAtCheckout(state) : [])
  }
}
