import { expect, type Page, type Route } from '@playwright/test'
import { answer, forgetAbandoned } from '../../unit/models/answer.ts'

/** Holds a page's given calls (method and path) until a test responds. All others get a response immediately. */
export class HeldCalls {
  readonly #page: Page
  readonly #held = new Map<string, Route>()

  constructor(page: Page) {
    this.#page = page
  }

  /** `answerTo` returns null for calls without a response. */
  async hold(calls: readonly string[], answerTo: (call: string) => object | null): Promise<void> {
    await this.#page.route('**/api/**', async (route) => {
      const request = route.request()
      const { pathname, searchParams } = new URL(request.url())
      // A search shares its path with the list.
      const isSearch = searchParams.has('reference')
      const call = `${request.method()} ${pathname}${isSearch ? '?reference=' : ''}`
      if (calls.includes(call)) this.#held.set(call, route)
      else {
        const json = answerTo(call)
        if (json) await route.fulfill({ json })
      }
    })
    forgetAbandoned(this.#page, this.#held)
  }

  /** Waits for one of the requests, and responds to it. */
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

/** Default results of calls outside the model's steps. */
export const resultOf = (call: string): unknown =>
  ({ 'GET /api/notification/unread': 0, 'GET /api/orders/page': { list: [], nextCursor: null } })[call] ?? {}

/** Stores the previous visit's data, unless this visit has already started. */
export const leaveBehind = (page: Page, items: Record<string, object | string>): Promise<unknown> =>
  page.addInitScript((stored) => {
    if (localStorage.getItem('language')) return
    for (const [key, value] of Object.entries(stored))
      localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
    localStorage.setItem('language', 'en-US')
  }, items)
