import type { Page, TestInfo, test } from '@playwright/test'
import type { Graph, ModelEvent, ModelState } from '../../../statecharts/paths/graph.ts'
import type { MachineModel } from '../../../statecharts/paths/machine-model.ts'
import { longPaths, type Path, pathTitle } from '../../../statecharts/paths/paths.ts'
import { type GetAppearances, statePaths } from '../../../statecharts/paths/state-paths.ts'
import { picturePrefix, statesOf, Walker, walkedKey } from '../../../statecharts/paths/walked.ts'

/**
 * A model played in a browser: the starts that have a page, and the graph from each start. With `appearance`, short
 * paths reach every state that looks different. Otherwise paths cover every step of the graph.
 */
export type BrowserModel = {
  model: MachineModel
  starts: readonly string[]
  graph: (start: string) => Graph
  appearance?: GetAppearances | undefined
}

type Step = { event: ModelEvent; state: ModelState }

/** A machine's real screens as a page object. */
export type Screens = {
  open: (start: string) => Promise<void>
  /** How to cause an event, by type. */
  events: Record<string, (step: Step) => unknown>
  /** Checks what the traveller sees in each state. */
  states: Record<string, (state: ModelState) => Promise<void>>
}

/** Opening a page costs as much as ten steps on it. Longer paths make failures hard to read. */
const maxSteps = 14

/** Paths that cover the browser's graph, by start. Each start skips what earlier ones have covered. */
export function screenPaths({ starts, graph, appearance }: BrowserModel) {
  const walked = new Set<string>()
  const pathsFrom = (from: Graph) =>
    appearance ? statePaths(from, maxSteps, appearance, walked) : longPaths(from, maxSteps, walked)
  return starts.map((start) => ({ start, paths: pathsFrom(graph(start)) }))
}

/** States on a browser's paths that `screens` doesn't check. */
export function uncheckedStates(browser: BrowserModel, { states }: Screens): string[] {
  const names = Object.keys(states).filter((name) => name !== '*')
  const snapshots = screenPaths(browser).flatMap(({ paths }) =>
    paths.flatMap(({ steps }) => steps.map(({ state }) => state.snapshot)),
  )
  const unchecked = snapshots.filter((snapshot) => !names.some((name) => snapshot.matches(name as never)))
  return [...new Set(unchecked.map(({ value }) => JSON.stringify(value)))]
}

type Playing = { start: string; path: Path; screens: Screens; page: Page; testInfo: TestInfo }

const pictured = new Set<string>()

/** Attaches a picture of each state once, if a report needs pictures. */
async function attachPicture({ snapshot }: ModelState, { page, testInfo }: Playing): Promise<void> {
  const name = `${picturePrefix}${statesOf(snapshot).join(' ')}`
  if (!process.env.HANDSFREE_PICTURES || pictured.has(name)) return
  pictured.add(name)
  const body = await page.screenshot({ type: 'jpeg', quality: 50, scale: 'css' })
  await testInfo.attach(name, { body, contentType: 'image/jpeg' })
}

/** Plays a path on the real screens. A headless actor takes the same steps and records them. */
export async function playPath(walker: Walker, playing: Playing): Promise<void> {
  const { start, path, screens, testInfo } = playing
  const acts: Screens['events'] = { 'xstate.init': () => screens.open(start), ...screens.events }
  const events = Object.fromEntries(
    Object.entries(acts).map(([type, act]) => [
      type,
      async (step: Step) => {
        await walker.take(step.event)
        await act(step)
      },
    ]),
  )
  const states: Screens['states'] = {
    ...screens.states,
    '*': async (state) => {
      await screens.states['*']?.(state)
      await attachPicture(state, playing)
    },
  }
  try {
    await path.test({ events: events as never, states })
    walker.walked.passed = true
  } finally {
    walker.run.stage.stop()
    const body = JSON.stringify([walker.walked])
    await testInfo.attach(walkedKey, { body, contentType: 'application/json' })
  }
}

/** Declares one Playwright test per path. */
export function playPaths(declare: typeof test, browser: BrowserModel, screensOf: (page: Page) => Screens) {
  for (const { start, paths } of screenPaths(browser)) {
    for (const [index, path] of paths.entries()) {
      declare(`${start} ${index + 1}. ${pathTitle(path)}`, async ({ page }, testInfo) => {
        const walker = new Walker(browser.model, start, 'screens', path)
        await playPath(walker, { start, path, screens: screensOf(page), page, testInfo })
      })
    }
  }
}

/** Like `playPaths`, and a test that `screensOf` checks every state. */
export function playOnScreens(
  declare: typeof test,
  browser: BrowserModel,
  screensOf: (page: Page) => Screens,
) {
  declare('has a check for every state', ({ page }) => {
    const unchecked = uncheckedStates(browser, screensOf(page))
    if (unchecked.length > 0) throw new Error(`no check for the states ${unchecked.join(', ')}`)
  })
  playPaths(declare, browser, screensOf)
}
