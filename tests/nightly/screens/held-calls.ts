import { expect, type Page, type Route } from '@playwright/test'
import { answer, forgetAbandoned } from '../../unit/models/answer.ts'

/** Calls that a page makes, method and path, held until they are answered; every other gets its answer at once. */
export class HeldCalls {
  readonly #page: Page
  readonly #held = new Map<string, Route>()

  constructor(page: Page) {
    this.#page = page
  }

  /** `answerTo` returns null for a call that never gets an answer. */
  async hold(calls: readonly string[], answerTo: (call: string) => object | null): Promise<void> {
    await this.#page.route('**/api/**', async (route) => {
      const request = route.request()
      const call = `${request.method()} ${new URL(request.url()).pathname}`
      if (calls.includes(call)) this.#held.set(call, route)
      else {
        const json = answerTo(call)
        if (json) await route.fulfill({ json })
      }
    })
    forgetAbandoned(this.#page, this.#held)
  }

  /** Answers a request, once it is there: the one of these that is. */
  async release(calls: string | readonly string[], body: string): Promise<void> {
    const names = [calls].flat()
    const held = () => names.find((name) => this.#held.has(name))
    await expect.poll(() => held() !== undefined, names.join(' or ')).toBe(true)
    const call = held() ?? ''
    const route = this.#held.get(call)
    this.#held.delete(call)
    if (route) await answer(this.#page, route, body)
  }
}

/** What the calls answer that no step of a model is about. */
export const resultOf = (call: string): unknown =>
  ({ 'GET /api/notification/unread': 0, 'GET /api/orders/page': { list: [], nextCursor: null } })[call] ?? {}

/** What the last visit left in the browser, unless this one has begun. */
export const leaveBehind = (page: Page, items: Record<string, object>): Promise<unknown> =>
  page.addInitScript((stored) => {
    if (localStorage.getItem('language')) return
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value))
    localStorage.setItem('language', 'en-US')
  }, items)
