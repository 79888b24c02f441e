import type { Result } from '@handsfree/core'
import type { SiteDetail } from '@handsfree/core/api'
import {
  type DraftProblem,
  draftFields,
  type FormPart,
  type PlacementEvent,
  type placementMachine,
  selectDraftProblems,
} from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import { expect, type Page, type Route } from '@playwright/test'
import sharp from 'sharp'
import type { SnapshotFrom } from 'xstate'
import { answerTypes, type Happening, type Moment, startOfTime } from '../../statecharts/paths/graph.ts'
import { chooseTimes, unfold } from '../journeys/form-parts.ts'
import { typeIn } from '../journeys/type-in.ts'
import { type Key, wordsOf } from '../journeys/words.ts'
import { answer, forgetAbandoned } from './answer.ts'
import { me, placementModel } from './placement.model.ts'
import { account, order, payment, profile, qrSite } from './samples.ts'

type PlacementSnapshot = SnapshotFrom<typeof placementMachine>
type Step = { event: Happening; state: Moment }

const say = wordsOf('en-US')
export const snapshotOf = ({ snapshot }: Moment) => snapshot as unknown as PlacementSnapshot

const calls: Record<string, string> = {
  resolveQr: 'GET /api/sites/qr/desk-1',
  quoteOrder: 'POST /api/orders/quote',
  createOrder: 'POST /api/orders',
  payment: 'POST /api/payments',
  'photo-0': 'POST /api/files',
}

const signedIn = {
  auth: { version: 1, phone: { dialCode: '86', phoneNumber: '' }, account },
  person: { version: 1, profile },
}

const stored = { url: '/api/files/1', width: 600, height: 800 }

const destination: SiteDetail = {
  ...qrSite.site,
  siteId: 'site-2',
  name: 'Pudong Airport T2',
  deskQrId: null,
  isClosed: false,
}

/** What the calls answer that no step of the model is about. */
const resultOf = (call: string): unknown =>
  ({
    'GET /api/sites': { list: [destination], elsewhere: [], nextCursor: null },
    'GET /api/users/customers': { [profile.uin]: profile },
    'GET /api/notification/unread': 0,
    'GET /api/files/signed': stored,
  })[call] ?? null

type Failure = { kind: string; code?: number; details?: unknown }

/** What the server answers. Offline is an answer that is none, which nothing asks again. */
function bodyOf(output: Result<unknown, Failure>): string {
  if (output.ok) return JSON.stringify({ code: 0, message: 'ok', result: output.value })
  const { kind, code, details } = output.error
  return kind === 'refused' ? JSON.stringify({ code, message: '', result: details }) : 'offline'
}

const picture = sharp({ create: { width: 60, height: 80, channels: 3, background: '#b5532f' } })
  .png()
  .toBuffer()

const problemWords = (problem: DraftProblem) =>
  say(`orderForm.problem.${problem}`, { ...policy, deliveryGapHours: 3 })

/** What the traveller reads about what went wrong with the order. */
function noticeOf(snapshot: PlacementSnapshot): string[] {
  const { problem } = snapshot.context
  if (snapshot.matches('outcomeUnknown')) return [say('placementProblem.outcomeUnknown')]
  if (!problem || !(snapshot.matches('editing') || snapshot.matches('confirming'))) return []
  if (problem.code !== 'refused') return [say(`placementProblem.${problem.code}`, policy)]
  const key = problem.field ? `placementProblem.field.${problem.field}` : `error.${problem.errorCode}`
  return [say(key as Key)]
}

/** The screens of an order in the making, driven by the model's steps. Requests are held until they are answered. */
export class PlacementScreens {
  readonly #page: Page
  readonly #held = new Map<string, Route>()

  constructor(page: Page) {
    this.#page = page
  }

  #button = (name: string) => this.#page.getByRole('button', { name, exact: true })
  #radio = (group: Key, name: string) =>
    this.#page
      .getByRole('radiogroup', { name: say(group), exact: true })
      .getByRole('radio', { name, exact: true })

  async open(start: string): Promise<void> {
    const page = this.#page
    await page.clock.install({ time: startOfTime })
    forgetAbandoned(page, this.#held)
    await page.route('**/api/**', async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      const call = `${request.method()} ${pathname}`
      if (Object.values(calls).includes(call)) this.#held.set(call, route)
      // Without its secrets the app stays without a live line.
      else if (!pathname.startsWith('/api/oss/')) {
        await route.fulfill({ json: { code: 0, message: 'ok', result: resultOf(call) } })
      }
    })
    let keys = 0
    const input = placementModel.starts[start]?.({ now: () => startOfTime, newKey: () => `key-${++keys}` })
    const { restored, resume, hasAccount } = input as {
      restored: unknown
      resume: 'editing' | 'confirming'
      hasAccount: boolean
    }
    await page.addInitScript(
      (items) => {
        if (localStorage.getItem('language')) return
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, JSON.stringify(value))
        localStorage.setItem('language', 'en-US')
      },
      {
        ...(hasAccount ? signedIn : {}),
        ...(restored ? { orderPreview: restored } : {}),
      },
    )
    await page.goto(resume === 'confirming' ? '/order/confirm' : '/order/create/desk-1')
  }

  async #answer(actorId: string, body: string): Promise<void> {
    const call = calls[actorId] ?? ''
    await expect.poll(() => this.#held.has(call), call).toBe(true)
    const route = this.#held.get(call)
    this.#held.delete(call)
    if (route) await answer(this.#page, route, body)
  }

  #unfold = (part: FormPart) => unfold(this.#page, part)

  async #openDelivery() {
    await this.#unfold('route')
    await this.#page.getByRole('button', { name: /^(Choose|Change) destination$/ }).click()
    const sheet = this.#page.getByRole('dialog', { name: say('orderForm.noDelivery') })
    return { sheet, closed: () => expect(sheet).toBeHidden() }
  }

  async #fillIn(): Promise<void> {
    const { sheet, closed } = await this.#openDelivery()
    await sheet.getByRole('button', { name: destination.name }).click()
    await closed()
    await chooseTimes(this.#page, say, { pickup: '10:00', delivery: '15:00' })
    await this.#unfold('receiver')
    await this.#radio('orderForm.receiver', say('orderForm.receiver.me')).check()
    const name = this.#page.getByRole('textbox', { name: say('orderForm.receiverName'), exact: true })
    if (!(await name.isVisible())) return
    await typeIn(name, me.name)
    const phone = this.#page.getByRole('textbox', { name: say('orderForm.receiverPhone') })
    await typeIn(phone, `+86${me.phoneNumber}`)
  }

  async #chooseOwnAddress(): Promise<void> {
    const { sheet, closed } = await this.#openDelivery()
    await sheet.getByRole('button', { name: say('orderForm.useOwnAddress') }).click()
    await closed()
  }

  async #changePhoto(label: string): Promise<void> {
    if (new URL(this.#page.url()).pathname !== '/order/confirm') await this.#unfold('bags')
    const retry = this.#button(say('photo.retry', { number: 1 }))
    if (label === 'none') await this.#button(say('photo.remove', { number: 1 })).click()
    else if (label === 'uploaded')
      await this.#answer('photo-0', JSON.stringify({ code: 0, message: 'ok', result: stored }))
    else if (label === 'failed') await this.#answer('photo-0', 'offline')
    else if (await retry.isVisible()) await retry.click()
    // Held until the sign-in: it goes by itself.
    else if (new URL(this.#page.url()).pathname === '/order/confirm') return
    else {
      await this.#page
        .locator('input[type=file]')
        .setInputFiles({ name: 'bag.png', mimeType: 'image/png', buffer: await picture })
    }
  }

  /** As in another tab of this browser: the pages of signing in have journeys of their own. */
  async #signInElsewhere(): Promise<void> {
    await this.#page.evaluate((items) => {
      for (const [key, value] of Object.entries(items)) {
        localStorage.setItem(key, JSON.stringify(value))
        dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
      }
    }, signedIn)
  }

  readonly #acts: {
    [Type in Exclude<PlacementEvent['type'], 'draft.found' | 'part.open' | 'part.close'>]: (
      label: string,
    ) => Promise<unknown>
  } = {
    'account.signedIn': () => this.#signInElsewhere(),
    'placement.retry': () => this.#button(say('common.tryAgain')).click(),
    'draft.change': (label) => (label === 'complete' ? this.#fillIn() : this.#chooseOwnAddress()),
    'receiver.choose': async (label) => {
      await this.#unfold('receiver')
      await this.#radio('orderForm.receiver', say(`orderForm.receiver.${label}` as Key)).check()
    },
    'photos.changed': (label) => this.#changePhoto(label),
    'draft.review': () => this.#button(say('orderForm.review')).click(),
    'terms.agree': () => this.#button(say('orderForm.agreeAndContinue')).click(),
    'terms.decline': () => this.#page.getByRole('dialog').getByLabel(say('common.close')).click(),
    'order.edit': () => this.#button(say('common.back')).click(),
    'order.submit': () => this.#page.getByRole('main').getByRole('button').last().click(),
  }

  get events(): Record<string, (step: Step) => unknown> {
    const answers = ['resolveQr', 'quoteOrder', 'createOrder'].flatMap((id) => {
      const act = ({ event }: Step) => this.#answer(id, bodyOf(event.outcome as Result<unknown, Failure>))
      return answerTypes(id).map((type) => [type, act])
    })
    const acts = Object.entries(this.#acts).map(([type, act]) => [
      type,
      ({ event }: Step) => act(event.label),
    ])
    return {
      ...Object.fromEntries(answers),
      ...Object.fromEntries(acts),
      // The child is a machine with tests of its own: here its payment turns out to be paid.
      'xstate.done.actor.payment': () =>
        this.#answer('payment', bodyOf({ ok: true, value: payment({ state: 'paid' }) })),
      'xstate.after.quoteLifetime.placement.confirming': () =>
        this.#page.clock.fastForward(policy.quoteMinutes * 60_000),
    }
  }

  get states(): Record<string, (moment: Moment) => Promise<void>> {
    const page = this.#page
    const isBusy = (name: string) => expect(this.#button(name)).toHaveAttribute('aria-busy', 'true')
    return {
      resolving: () => expect(page.getByText(say('common.loading')).first()).toBeAttached(),
      unknownSite: async () => {
        await expect(page.getByRole('heading', { name: say('orderForm.unknownSite') })).toBeVisible()
        await expect(page.getByRole('link', { name: say('orderForm.scanAnother') })).toBeVisible()
        await this.#isAt('/order/create/desk-1')
      },
      unreachable: async () => {
        await expect(page.getByRole('heading', { name: say('orderForm.unreachable') })).toBeVisible()
        await expect(this.#button(say('common.tryAgain'))).toBeEnabled()
      },
      editing: async (moment) => {
        await this.#isAt('/order/create/desk-1')
        await expect(this.#button(say('orderForm.review'))).toBeEnabled()
        await expect(page.getByRole('alert')).toHaveText(noticeOf(snapshotOf(moment)))
        await this.#seesProblems(moment)
      },
      agreeingToTerms: () =>
        expect(page.getByRole('dialog', { name: say('orderForm.agreeToTerms') })).toBeVisible(),
      awaitingAccount: () => this.#isAt('/sign/in'),
      sendingPhotos: async () => {
        await this.#isAt('/order/confirm')
        await isBusy(say('orderConfirm.sendingPhotos'))
      },
      quoting: () => isBusy(say('orderForm.quoting')),
      confirming: async (moment) => {
        await this.#isAt('/order/confirm')
        await expect(this.#button(say('orderConfirm.pay', { amount: '¥98.00' }))).toBeEnabled()
        const news = noticeOf(snapshotOf(moment))
        await expect(page.getByRole('main').getByRole('status')).toHaveText(news)
      },
      creating: async () => {
        await this.#isAt('/order/confirm')
        await isBusy(say('orderConfirm.creating'))
      },
      outcomeUnknown: async (moment) => {
        await expect(page.getByRole('alert')).toHaveText(noticeOf(snapshotOf(moment)))
        await expect(this.#button(say('common.tryAgain'))).toBeEnabled()
      },
      paying: () => isBusy(say('payment.opening')),
      placedElsewhere: () =>
        expect(page.getByRole('heading', { name: say('placedElsewhere.title') })).toBeVisible(),
      placed: async () => {
        await expect(page).toHaveURL(new RegExp(`/order/detail/${order().orderId}\\?t=\\d+$`))
        expect(await page.evaluate(() => localStorage.getItem('orderPreview'))).toBeNull()
      },
    }
  }

  #isAt = (path: string) => expect.poll(() => new URL(this.#page.url()).pathname).toBe(path)

  /** Each message once the traveller asked to go on, none before; the bar names the first of them all. */
  async #seesProblems(moment: Moment): Promise<void> {
    const snapshot = snapshotOf(moment)
    const problems = selectDraftProblems(snapshot)
    const missing = draftFields.flatMap((field) => problems[field] ?? [])
    const [first] = missing
    const inBar = first
      ? say('orderForm.missing', { first: problemWords(first), others: missing.length - 1 })
      : say('orderForm.complete')
    const main = this.#page.getByRole('main')
    await expect(main.getByRole('button').filter({ hasText: '¥98.00' })).toHaveText(`¥98.00${inBar}`)

    const isShown = snapshot.matches({ editing: 'showingErrors' })
    for (const problem of missing) {
      // A photo that failed has a line of its own, whatever was asked for.
      if (problem === 'photosFailed') {
        const reason = say('photoProblem.network')
        await expect(main.getByText(say('photo.failed', { number: 1, reason }))).toBeVisible()
        continue
      }
      const text = problemWords(problem)
      const seen = (isShown ? 1 : 0) + (text === inBar ? 1 : 0)
      await expect(main.getByText(text, { exact: true })).toHaveCount(seen)
    }
  }
}
