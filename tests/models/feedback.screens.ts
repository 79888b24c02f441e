import type { Result } from '@handsfree/core'
import type { ApiFailure } from '@handsfree/core/api'
import {
  type FeedbackEvent,
  type FeedbackInput,
  selectFeedbackNeedsPhotos,
  selectFeedbackNeedsText,
} from '@handsfree/core/feedback'
import { summarizePhotos } from '@handsfree/core/photo'
import { expect, type Page, type Route } from '@playwright/test'
import sharp from 'sharp'
import { answerTypes, type Happening, type Moment, startOfTime } from '../../statecharts/paths/graph.ts'
import { typeIn } from '../journeys/type-in.ts'
import { wordsOf } from '../journeys/words.ts'
import { answer, forgetAbandoned } from './answer.ts'
import { snapshotOf } from './feedback.browser.ts'
import { feedbackModel } from './feedback.model.ts'
import type { Screens } from './on-screens.ts'
import { account, profile } from './samples.ts'

type Step = { event: Happening; state: Moment }

const say = wordsOf('en-US')
const calls: Record<string, string> = { sendFeedback: 'POST /api/feedback', 'photo-0': 'POST /api/files' }

/** What the server answers. Offline is an answer that is none, which nothing asks again. */
function bodyOf(output: Result<unknown, ApiFailure>): string {
  if (output.ok) return JSON.stringify({ code: 0, message: 'ok', result: output.value })
  const { error } = output
  return error.kind === 'refused' ? JSON.stringify({ code: error.code, message: '' }) : 'offline'
}

const picture = sharp({ create: { width: 60, height: 80, channels: 3, background: '#b5532f' } })
  .png()
  .toBuffer()
const stored = { ok: true, value: { url: '/api/files/1', width: 600, height: 800 } } as const

/** The feedback page, driven by the model's steps. Requests are held until they are answered. */
export class FeedbackScreens implements Screens {
  readonly #page: Page
  readonly #held = new Map<string, Route>()

  constructor(page: Page) {
    this.#page = page
  }

  #button = (name: string) => this.#page.getByRole('button', { name, exact: true })
  get #text() {
    return this.#page.getByRole('textbox', { name: say('feedback.content') })
  }

  async open(start: string): Promise<void> {
    const page = this.#page
    forgetAbandoned(page, this.#held)
    await page.route('**/api/**', async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      const call = `${request.method()} ${pathname}`
      if (Object.values(calls).includes(call)) this.#held.set(call, route)
      // Without its secrets the app stays without a live line.
      else if (!pathname.startsWith('/api/oss/')) {
        const result = pathname === '/api/users/customers' ? { [profile.uin]: profile } : 0
        await route.fulfill({ json: { code: 0, message: 'ok', result } })
      }
    })
    const input = feedbackModel.starts[start]?.({ now: () => startOfTime, newKey: () => '' })
    const { restored } = input as FeedbackInput
    await page.addInitScript(
      (items) => {
        if (localStorage.getItem('language')) return
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, JSON.stringify(value))
        localStorage.setItem('language', 'en-US')
      },
      {
        auth: { version: 1, phone: { dialCode: '86', phoneNumber: '' }, account },
        person: { version: 1, profile },
        ...(restored ? { feedbackDraft: { version: 1, uin: account.uin, ...restored } } : {}),
      },
    )
    await page.goto('/feedback')
  }

  async #answer(actorId: string, output: Result<unknown, ApiFailure>): Promise<void> {
    const call = calls[actorId] ?? ''
    await expect.poll(() => this.#held.has(call), call).toBe(true)
    const route = this.#held.get(call)
    this.#held.delete(call)
    if (route) await answer(this.#page, route, bodyOf(output))
  }

  readonly #acts: { [Type in FeedbackEvent['type']]: (label: string) => Promise<unknown> } = {
    'feedback.change': (label) => typeIn(this.#text, label === 'written' ? 'The desk was kind.' : ' '),
    'feedback.send': () => this.#button(say('feedback.send')).click(),
    'feedback.edit': () => this.#button(say('feedback.edit')).click(),
    'photos.changed': (label) => this.#changePhoto(label),
  }

  async #changePhoto(label: string): Promise<void> {
    const retry = this.#button(say('photo.retry', { number: 1 }))
    if (label === 'none') await this.#button(say('photo.remove', { number: 1 })).click()
    else if (label === 'uploaded') await this.#answer('photo-0', stored)
    else if (label === 'failed') await this.#answer('photo-0', { ok: false, error: { kind: 'network' } })
    else if (await retry.isVisible()) await retry.click()
    else {
      await this.#page
        .locator('input[type=file]')
        .setInputFiles({ name: 'room.png', mimeType: 'image/png', buffer: await picture })
    }
  }

  get events(): Screens['events'] {
    const acts = Object.entries(this.#acts).map(([type, act]) => [
      type,
      ({ event }: Step) => act(event.label),
    ])
    const answer = ({ event }: Step) =>
      this.#answer('sendFeedback', event.outcome as Result<unknown, ApiFailure>)
    return {
      ...Object.fromEntries(acts),
      ...Object.fromEntries(answerTypes('sendFeedback').map((type) => [type, answer])),
    }
  }

  get states(): Screens['states'] {
    const page = this.#page
    const isBusy = (name: string) => expect(this.#button(name)).toHaveAttribute('aria-busy', 'true')
    return {
      editing: async (moment) => {
        const { problem } = snapshotOf(moment).context
        await expect(this.#button(say('feedback.send'))).toBeEnabled()
        await expect(this.#text).toBeEditable()
        const isTooMuch = problem?.kind === 'refused'
        const told = isTooMuch
          ? [say('feedback.tooMany')]
          : [say('feedback.failed') + say('feedback.stillHere')]
        await expect(page.getByRole('alert')).toHaveText(problem ? told : [])
        await this.#seesProblems(moment)
      },
      waitingForPhotos: async () => {
        await isBusy(say('feedback.waiting'))
        await expect(page.getByText(say('feedback.photosUnfinished'))).toBeVisible()
      },
      sending: () => isBusy(say('feedback.sending')),
      sent: async () => {
        await expect(page.getByRole('heading', { name: say('feedback.sentTitle') })).toBeVisible()
        expect(await page.evaluate(() => localStorage.getItem('feedbackDraft'))).toBeNull()
      },
    }
  }

  /** Each message once the traveller asked to send. */
  async #seesProblems(moment: Moment): Promise<void> {
    const snapshot = snapshotOf(moment)
    const hasFailed = summarizePhotos(snapshot.context.photos).failed > 0
    const seen = async (text: string, isSeen: boolean) =>
      expect(this.#page.getByText(text, { exact: true })).toHaveCount(isSeen ? 1 : 0)
    await seen(say('feedback.contentRequired'), selectFeedbackNeedsText(snapshot))
    await seen(say('feedback.photosUnfinished'), selectFeedbackNeedsPhotos(snapshot))
    await seen(say('photo.failed', { number: 1, reason: say('photoProblem.network') }), hasFailed)
  }
}
