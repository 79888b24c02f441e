import type { Page } from '@playwright/test'

/** Milliseconds from a tap or key to the next frame that shows its effect. */
export type Interaction = {
  /** Name of the visit's step. */
  step: string
  /** The event and its target, such as `click Review`. */
  what: string
  duration: number
  /** Delay before the handlers, their duration, and the rest until the frame. */
  parts: { delay: number; handlers: number; frame: number }
  /** In milliseconds since 1970. */
  at: number
}
export type LongTask = { step: string; duration: number }

type InteractionEntry = Omit<Interaction, 'step'>

/** Looks up element names in the observer, so that the page's handlers aren't slowed down. */
function observe(): void {
  const nameOf = (node: Node | null | undefined): string => {
    const element = node instanceof Element ? node : node?.parentElement
    const part = element?.closest('[aria-label], button, a, label, input, textarea') ?? element
    const text = part?.getAttribute('aria-label') ?? part?.textContent ?? ''
    return text.trim().slice(0, 30) || (part?.tagName.toLowerCase() ?? '')
  }
  const { timeOrigin } = performance
  const report = (kind: 'interaction' | 'task', entry: unknown) =>
    (window as unknown as { benchReport?: (kind: string, entry: unknown) => void }).benchReport?.(kind, entry)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      if (!entry.interactionId) continue
      const { startTime, processingStart, processingEnd, duration } = entry
      report('interaction', {
        what: `${entry.name} ${nameOf(entry.target)}`,
        duration,
        parts: {
          delay: processingStart - startTime,
          handlers: processingEnd - processingStart,
          frame: startTime + duration - processingEnd,
        },
        at: timeOrigin + startTime,
      })
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      report('task', { at: timeOrigin + startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
}

/** Waits until the latest interaction has been shown and reported. */
export async function waitForFrames(page: Page): Promise<void> {
  const twoFrames = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))
    })
  // Ignores a page that was navigated away.
  await page.evaluate(twoFrames).catch(() => undefined)
}

/** Records a page's taps, keys and long tasks by step of a visit (Event Timing, from 16 ms). */
export class Stopwatch {
  readonly #page: Page
  readonly #steps: { name: string; at: number }[] = []
  readonly #seen: InteractionEntry[] = []
  readonly #tasks: { at: number; duration: number }[] = []

  private constructor(page: Page) {
    this.#page = page
  }

  /** Call it before opening the page. */
  static async on(page: Page): Promise<Stopwatch> {
    const watch = new Stopwatch(page)
    await page.exposeFunction('benchReport', (kind: string, entry: InteractionEntry) => {
      if (kind === 'task') watch.#tasks.push(entry)
      else watch.#seen.push(entry)
    })
    await page.addInitScript(observe)
    return watch
  }

  /** Starts a step after the previous step's frames. */
  async step(name: string): Promise<void> {
    await this.settle()
    this.#steps.push({ name, at: Date.now() })
  }

  settle(): Promise<void> {
    return waitForFrames(this.#page)
  }

  #stepAt(at: number): string {
    return this.#steps.findLast((step) => step.at <= at)?.name ?? ''
  }

  interactions(): Interaction[] {
    return this.#seen.map((seen) => ({ ...seen, step: this.#stepAt(seen.at) }))
  }

  tasks(): LongTask[] {
    return this.#tasks.map(({ at, duration }) => ({ duration, step: this.#stepAt(at) }))
  }
}
