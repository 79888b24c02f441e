import { fail, ok, type Result } from '@handsfree/core'
import type { ApiFailure } from '@handsfree/core/lib'
import { expect, type Locator, type Page } from '@playwright/test'
import {
  answerTypes,
  type Graph,
  graphOf,
  type ModelEvent,
  type ModelState,
  startOfTime,
} from '../../../statecharts/paths/graph.ts'
import type { MachineModel } from '../../../statecharts/paths/machine-model.ts'
import type { GetAppearances } from '../../../statecharts/paths/state-paths.ts'
import { wordsOf } from '../../e2e/words.ts'
import { account, profile, refused } from '../../unit/models/samples.ts'
import { HeldCalls, leaveBehind, resultOf } from './held-calls.ts'
import type { BrowserModel, Screens } from './on-screens.ts'

type Step = { event: ModelEvent; state: ModelState }

export const say = wordsOf('en-US')

type Answer = (actorId: string, output: Result<unknown, ApiFailure>) => Promise<void>

/** An open page with helpers for its elements. */
export class Visit {
  readonly page: Page
  /** Responds to an actor's call. */
  readonly answer: Answer

  constructor(page: Page, answer: Answer) {
    this.page = page
    this.answer = answer
  }

  button = (name: string): Locator => this.page.getByRole('button', { name, exact: true })
  heading = (name: string): Locator => this.page.getByRole('heading', { name, exact: true })
  text = (text: string): Locator => this.page.getByText(text, { exact: true })
  dialog = (name: string): Locator => this.page.getByRole('dialog', { name, exact: true })
  field = (name: string): Locator => this.page.getByRole('textbox', { name })

  tap = (name: string): Promise<void> => this.button(name).click()
  expectVisible = (...shown: Locator[]): Promise<unknown> =>
    Promise.all(shown.map((one) => expect(one).toBeVisible()))
  expectBusy = (name: string): Promise<void> => expect(this.button(name)).toHaveAttribute('aria-busy', 'true')
  /** The page's error after a failed load. */
  hasFailed = (): Promise<unknown> =>
    this.expectVisible(this.text(say('common.loadFailed')), this.button(say('common.reload')))
  /** The only alert reports the lost connection. */
  isOffline = (): Promise<void> => expect(this.page.getByRole('alert')).toContainText(say('error.network'))
}

/**
 * A machine's screens, walked to each of its states. Calls of its actors are held until a step responds with the
 * model's outcome; other calls get a response immediately.
 */
export type HeldScreens = {
  model: MachineModel
  /** Path of the page, by start. */
  pages: Record<string, string>
  /** Method and path below `/api` of each actor's calls. */
  calls: Record<string, string | readonly string[]>
  /** Converts an actor's output to the server's result, if they differ. */
  sentFor?: (actorId: string, value: never) => unknown
  /** Results of calls outside the steps. */
  answers?: Record<string, unknown>
  /** An earlier visit's storage, by start; signed in by default. */
  stored?: (start: string) => Record<string, object | string>
  /** The device's language, if the page uses it for more than its texts. */
  locale?: string
  /** Whether steps advance the time. The clock then runs between steps; otherwise it is fixed. */
  hasClock?: boolean
  /** Runs before the page opens. */
  prepare?: (page: Page) => Promise<unknown>
  /** Runs after the page has opened, to get to the machine's part of it. */
  enter?: (visit: Visit) => Promise<unknown>
  /**
   * Whether a browser can cause the event. By default, calls never throw and readings change only by their result.
   */
  can?: (state: ModelState, event: ModelEvent, at: { start: string; graph: Graph }) => boolean
  /** Whether a path ends here; by default if something is missing (`reading.gone`), which isn't refetched. */
  ends?: (state: ModelState, event: ModelEvent, start: string) => boolean
  /** Distinguishes what is shown; by default by state. */
  appearance?: (state: ModelState) => unknown
  /** Like `appearance`, if a page shows several independent parts. */
  parts?: GetAppearances
  /** If set, paths cover every step between moments with different keys, instead of reaching each look. */
  key?: (state: ModelState) => unknown
  /** States without a screen, and the reason. */
  unseen?: Record<string, string>
  acts: Record<string, (visit: Visit, step: Step) => unknown>
  states: Record<string, (visit: Visit, state: ModelState) => Promise<unknown>>
}

const stateOf = ({ snapshot }: ModelState) => snapshot.value
export const signedIn = {
  auth: { version: 1, phone: { dialCode: '86', phoneNumber: '' }, account },
  person: { version: 1, profile },
}

export const browserModelOf = ({
  model,
  pages,
  can,
  ends = (_, { type }) => type === 'reading.gone',
  appearance = stateOf,
  parts,
  key,
}: HeldScreens): BrowserModel => ({
  model,
  starts: Object.keys(pages),
  appearance: key ? undefined : (parts ?? ((state) => [appearance(state)])),
  graph: (start) => {
    const graph = graphOf(model, start)
    const isPossible = (state: ModelState, event: ModelEvent) =>
      event.kind !== 'fail' &&
      event.type !== 'submission.changed' &&
      (can ? can(state, event, { start, graph }) : event.type !== 'reading.changed')
    const ended = new WeakSet<ModelState>()
    return {
      ...graph,
      key: key ? (state) => JSON.stringify(key(state)) : graph.key,
      possibleEvents: (state) =>
        ended.has(state) ? [] : graph.possibleEvents(state).filter((event) => isPossible(state, event)),
      after: (state, event) => {
        const next = graph.after(state, event)
        if (ends(next, event, start)) ended.add(next)
        return next
      },
    }
  },
})

/** The response's body. An invalid body stands for offline, since a failed request would be retried. */
const bodyOf = (output: Result<unknown, ApiFailure>): string => {
  if (output.ok) return JSON.stringify({ code: 0, message: 'ok', result: output.value })
  const { error } = output
  if (error.kind !== 'refused') return 'offline'
  const { code, details } = error
  return JSON.stringify({ code, message: '', ...(details === null ? {} : { result: details }) })
}

export class HeldScreensPage implements Screens {
  readonly #visit: Visit
  readonly #calls: HeldCalls
  readonly #screens: HeldScreens
  /** Whether a fetch is pending. */
  #isReading = true

  constructor(page: Page, screens: HeldScreens) {
    this.#visit = new Visit(page, (actorId, output) => this.#release(actorId, output))
    this.#calls = new HeldCalls(page)
    this.#screens = screens
  }

  async open(start: string): Promise<void> {
    const { page } = this.#visit
    const { calls, answers = {}, stored, pages, hasClock, prepare, enter } = this.#screens
    // The samples' times are in the future of this clock.
    if (hasClock) await page.clock.install({ time: startOfTime })
    else await page.clock.setFixedTime(startOfTime)
    const held = Object.values(calls)
      .flat()
      .map((call) => call.replace(' ', ' /api'))
    await this.#calls.hold(held, (call) => {
      // Without secrets, the app doesn't open a live connection, so only steps send hints.
      if (call.includes('/api/oss/')) return null
      const known: Record<string, unknown> = {
        'GET /users/customers': { [profile.uin]: profile },
        ...answers,
      }
      const result = known[call.replace(' /api', ' ')] ?? resultOf(call)
      return { code: 0, message: 'ok', result }
    })
    await leaveBehind(page, stored?.(start) ?? signedIn)
    await prepare?.(page)
    await page.goto(pages[start] ?? '/')
    await enter?.(this.#visit)
  }

  async #release(actorId: string, output: Result<unknown, ApiFailure>): Promise<void> {
    const { calls, sentFor } = this.#screens
    const paths = [calls[actorId] ?? []].flat().map((call) => call.replace(' ', ' /api'))
    const sent =
      output.ok && sentFor ? { ok: true as const, value: sentFor(actorId, output.value as never) } : output
    await this.#calls.release(paths, bodyOf(sent))
  }

  /** Responds to the pending fetch, or to one caused by an `online` event. */
  async #read(output: Result<unknown, ApiFailure>): Promise<void> {
    if (!this.#isReading) await this.#visit.page.evaluate(() => window.dispatchEvent(new Event('online')))
    this.#isReading = false
    await this.#release('reading', output)
  }

  get events(): Screens['events'] {
    const { acts, calls } = this.#screens
    const visit = this.#visit
    const answer = ({ event }: Step) =>
      this.#release(event.actorId ?? '', event.outcome as Result<unknown, ApiFailure>)
    return {
      ...Object.fromEntries(
        Object.keys(calls)
          .flatMap(answerTypes)
          .map((type) => [type, answer]),
      ),
      'reading.done': ({ event }) => this.#read({ ok: true, value: event.event.value }),
      'reading.gone': () => this.#read({ ok: false, error: refused(5004) }),
      'reading.changed': () => this.#read({ ok: false, error: { kind: 'network' } }),
      'submission.accepted': ({ event }) => this.#release('submission', ok(event.event.value)),
      'submission.refused': ({ event }) => this.#release('submission', fail(event.event.failure)),
      'submission.unanswered': ({ event }) => this.#release('submission', fail(event.event.failure)),
      ...Object.fromEntries(
        Object.entries(acts).map(([type, act]) => [type, (step: Step) => act(visit, step)]),
      ),
    }
  }

  get states(): Screens['states'] {
    const states = Object.entries(this.#screens.states).map(([name, look]) => [
      name,
      async (state: ModelState) => {
        await look(this.#visit, state)
      },
    ])
    return {
      ...Object.fromEntries(states),
      '*': async ({ actions }) => {
        if (actions.includes('readAgain')) this.#isReading = true
      },
    }
  }
}
