import { isDeepStrictEqual } from 'node:util'
import { screenOf } from '@handsfree/core'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import en from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { invokeIds, transitionsByName } from '../../../statecharts/nodes.ts'
import { type Graph, graphOf, type ModelEvent, type ModelState } from '../../../statecharts/paths/graph.ts'
import type { MachineModel } from '../../../statecharts/paths/machine-model.ts'
import {
  type Move,
  Moves,
  type MoveTable,
  movesFrom,
  readTable,
  targetOf,
} from '../../../statecharts/paths/moves.ts'
import {
  eventTitle,
  type Path,
  pathTitle,
  shortestPaths,
  simplePaths,
  stepTitle,
  stepTitlesOf,
} from '../../../statecharts/paths/paths.ts'
import type { Run } from '../../../statecharts/paths/run.ts'
import { type PathKind, type WalkedPath, Walker, walkedKey } from '../../../statecharts/paths/walked.ts'
import { crewRoutes, lockPage, signInPage } from '../../../web/crew/routes.ts'
import { routeTable } from '../../../web/route-table.ts'
import { faultOf, selectorsOf, tableOf } from './moves.ts'

const seen = (model: MachineModel, { snapshot }: Run['stage']) => ({
  status: snapshot.status,
  value: snapshot.value,
  facts: model.facts(snapshot),
})

const isReviewed = ({ kind }: ModelEvent) => kind !== 'begin' && kind !== 'sleep'

/** Asserts that a step has the reviewed row's target and actions. */
function compare(
  { event, value, rows }: { event: ModelEvent; value: unknown; rows: readonly Move[] },
  stage: Run['stage'],
) {
  const led = [targetOf(value, stage.value), stage.actions.join(', ')].join(' · ')
  if (rows.some(({ target, actions }) => led === `${target} · ${actions}`)) return
  const promised = rows.map(({ line }) => line).join('\n') || 'no row'
  expect.fail(`${stepTitle(event)} led to → ${led}\nReviewed: ${promised}`)
}

function check(model: MachineModel, { stage, clock }: Run, expected: ModelState) {
  const { status, value } = expected.snapshot
  const is = { ...seen(model, stage), time: clock.time, due: clock.due }
  const due = expected.timers.map((timer) => timer.due)
  const promised = { status, value, facts: expected.facts, time: expected.now, due }
  // `expect` takes longer than the step, so call it only on a difference.
  if (!isDeepStrictEqual(is, promised)) expect(is).toEqual(promised)
  for (const [law, holds] of Object.entries(model.laws))
    if (!holds(stage)) expect.fail(`a law is broken: ${law}`)
}

/** Calls `can` with each event type alone, as clients do to enable buttons. */
function canWithoutData({ events }: AnyStateMachine, { snapshot }: Run['stage'], state: string) {
  for (const type of events.filter((type: string) => !type.startsWith('xstate.'))) {
    try {
      snapshot.can({ type })
    } catch (error) {
      expect.fail(`${state}: can({ type: '${type}' }) throws ${error}`)
    }
  }
}

/** Sends every impossible event once in each distinct state, and asserts that nothing changes. */
function refuse(model: MachineModel, table: MoveTable | null, { stage }: Run, refusedAt: Set<string>) {
  const { snapshot } = stage
  const now = { value: snapshot.value, facts: model.facts(snapshot) }
  const state = JSON.stringify(now)
  if (snapshot.status !== 'active' || refusedAt.has(state)) return
  refusedAt.add(state)
  canWithoutData(model.machine, stage, state)
  for (const [type, payloads] of Object.entries(model.samples)) {
    const isTold = model.sentBy?.[type] !== undefined
    for (const [label, payload] of Object.entries(payloads)) {
      const event = { type, ...payload }
      const title = eventTitle(type, label)
      const isPossible = snapshot.can(event)
      if (table && !isTold && isPossible !== movesFrom(table, now, title).length > 0)
        expect.fail(
          `${state}: ${title} is ${isPossible ? 'possible' : 'refused'}, and the table says otherwise`,
        )
      if (isPossible) continue
      stage.send(event)
      if (stage.snapshot !== snapshot) expect.fail(`${state}: ${title} is refused, and changed something`)
    }
  }
}

type Oracle = {
  table: MoveTable | null
  refusedAt: Set<string>
  /** Moments that passed. Paths share their first moments, so this avoids repeated checks. */
  checked: WeakSet<ModelState>
}

async function walk(walker: Walker, model: MachineModel, path: Path, { table, refusedAt, checked }: Oracle) {
  const { run } = walker
  const { stage } = run
  const types = new Set(path.steps.map(({ event }) => event.type))
  let last: { event: ModelEvent; value: unknown; rows: readonly Move[] } | null = null
  const execute = async ({ event, state }: { event: ModelEvent; state: ModelState }) => {
    const { value } = stage
    last = null
    if (table && isReviewed(event) && !checked.has(state)) {
      const rows = movesFrom(table, { value, facts: model.facts(stage.snapshot) }, stepTitle(event))
      last = { event, value, rows }
    }
    stage.actions.length = 0
    await walker.take(event)
  }
  await path.test({
    events: Object.fromEntries([...types].map((type) => [type, execute])) as never,
    states: {
      '*': (expected) => {
        if (checked.has(expected)) return
        if (last) compare(last, stage)
        check(model, run, expected)
        refuse(model, table, run, refusedAt)
        walker.recordStep()
        checked.add(expected)
      },
    },
  })
  const traces = () => [seen(model, stage), stage.emitted.length, stage.calls.length, stage.effects.length]
  const end = traces()
  await run.sendLateEvents()
  expect(traces(), 'what comes late changes nothing').toEqual(end)
}

const delayOf = (type: string) => type.split('.')[2] ?? ''

/**
 * Filters paths by `START TITLE`. Set by `npm run paths`, also if empty; tests report their paths only then.
 */
const grep = process.env.HANDSFREE_PATHS
export const isReported = grep !== undefined

export const isWanted = (start: string, title: string): boolean =>
  new RegExp(grep ?? '').test(`${start} ${title}`)

/** Skips tests of a whole graph if a filter leaves paths out. */
export const describeWhole = describe.skipIf(grep)

/**
 * Walks all paths in one test; one test per path takes twice as long. The failure names the first failed path and
 * counts the others.
 */
export async function walkAll<Path>(
  { task }: TestContext,
  paths: readonly Path[],
  walkOne: (path: Path) => { walked: WalkedPath; done: Promise<void> },
): Promise<void> {
  const all: WalkedPath[] = []
  const failures: { title: string; error: unknown }[] = []
  for (const path of paths) {
    const { walked, done } = walkOne(path)
    try {
      await done
      walked.passed = true
    } catch (error) {
      failures.push({ title: walked.title, error })
    }
    if (isReported) all.push(walked)
  }
  if (isReported) Object.assign(task.meta, { [walkedKey]: all })
  const [first] = failures
  if (!first) return
  if (first.error instanceof Error)
    first.error.message = `${failures.length} of ${paths.length} paths fail, first: ${first.title}\n${first.error.message}`
  throw first.error
}

/** Tests the page, title and events that clients read from `meta`. */
function describeScreens(
  { machine, samples }: MachineModel,
  moments: () => Iterable<[Graph, ModelState]>,
): void {
  const systemEvents = new Set<string>(machine.root.meta?.systemEvents)

  it('names the page of every state as in the web’s routes, with a title in both languages', () => {
    const titles: Record<string, string> = Object.fromEntries(
      [...routeTable, ...crewRoutes, lockPage, signInPage].map(({ path, titleKey }) => [path, titleKey]),
    )
    const pages = new Map<string, string>()
    for (const [, { snapshot }] of moments()) {
      const screen = screenOf(snapshot)
      if (!screen) return expect.fail(`${JSON.stringify(snapshot.value)} has no page`)
      pages.set(`${screen.page} is ${screen.title}`, `${screen.page} is ${titles[screen.page]}`)
      if (!en[screen.title] || !zh[screen.title]) expect.fail(`no words for ${screen.title}`)
    }
    expect([...pages.keys()]).toEqual([...pages.values()])
  })

  it('lists exactly the events that users can send in every state', () => {
    for (const [graph, moment] of moments()) {
      const possible = graph.possibleEvents(moment)
      const typesOf = (kind: 'send' | 'tell') =>
        possible.flatMap((event) => (event.kind === kind ? [event.type] : []))
      const may: readonly string[] = screenOf(moment.snapshot)?.events ?? []
      const untold = typesOf('send').filter((type) => !systemEvents.has(type) && !may.includes(type))
      const told = typesOf('tell')
      const wrong = may.filter((type) => told.includes(type) || systemEvents.has(type) || !(type in samples))
      if (untold.length + wrong.length > 0)
        expect.fail(`${JSON.stringify(moment.snapshot.value)}: lacks ${untold}; lists ${wrong}`)
    }
    expect([...systemEvents].filter((type) => !(type in samples))).toEqual([])
  })
}

type Walks = { start: string; graph: Graph; paths: Record<Exclude<PathKind, 'screens'>, Path[]> }

/** Yields each moment of the shortest paths once, since paths share their first moments. */
function* momentsOf(graphs: readonly Walks[]): Generator<[Graph, ModelState]> {
  const seen = new Set<ModelState>()
  for (const { graph, paths } of graphs) {
    for (const { steps } of paths.shortest) {
      for (const { state } of steps) {
        if (!seen.has(state)) yield [graph, state]
        seen.add(state)
      }
    }
  }
}

const problemOf = ({ snapshot }: ModelState): unknown => snapshot.context.problem ?? null

/** People's steps that start a call while the context still has the problem from before. */
function keptProblems({ machine, outcomes }: MachineModel, { paths }: Walks): string[] {
  const systemEvents: readonly string[] = machine.root.meta?.systemEvents ?? []
  return paths.shortest.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, index) => {
      const before = steps[index - 1]?.state
      const isOfPeople = event.kind === 'send' && !systemEvents.includes(event.type)
      if (!before || !isOfPeople || problemOf(state) === null || problemOf(state) !== problemOf(before))
        return []
      const isAttempt = state.startedActors.some(({ id }) => id in outcomes || id === 'submission')
      return isAttempt ? [`${JSON.stringify(before.snapshot.value)} ${stepTitle(event)}`] : []
    }),
  )
}

/**
 * Runs a model's generated paths against the real actor, headless: shortest paths over every edge, and bounded simple
 * paths. Fails on events without a sample, delays without a declared length, and impossible steps. Also fails on
 * broken laws, late responses with an effect, and transitions without a path.
 */
export function describeModel(model: MachineModel): void {
  const { machine } = model
  const taken = new Set<string>()
  const reviewed = tableOf(machine.id)
  const table = reviewed === null ? null : readTable(reviewed)
  const oracle: Oracle = { table, refusedAt: new Set(), checked: new WeakSet() }
  const moves = new Moves(machine.id, selectorsOf(machine.id))
  let graphs: Walks[] = []

  describe(machine.id, () => {
    beforeAll(() => {
      const edges = new Set<string>()
      graphs = Object.keys(model.starts).map((start) => {
        const graph = graphOf(model, start)
        const paths = { shortest: shortestPaths(graph, undefined, edges), simple: simplePaths(graph) }
        for (const path of [...paths.shortest, ...paths.simple]) moves.recordPath(start, path)
        return { start, graph, paths }
      })
    })
    // Frees the graphs, which take 1 GB together.
    afterAll(() => {
      graphs = []
      oracle.refusedAt.clear()
    })

    describe.each(Object.keys(model.starts))('%s', (start) => {
      it.for(['shortest', 'simple'] as const)('walks the %s paths', async (kind, context) => {
        const paths = graphs.find((graph) => graph.start === start)?.paths[kind] ?? []
        const wanted = paths.filter((path) => isWanted(start, pathTitle(path)))
        await walkAll(context, wanted, (path) => {
          const walker = new Walker(model, start, kind, path)
          const { stage } = walker.run
          const end = () => {
            stage.stop()
            for (const name of stage.takenTransitions) taken.add(name)
          }
          return { walked: walker.walked, done: walk(walker, model, path, oracle).finally(end) }
        })
      })
    })

    describeWhole('the whole graph', () => {
      it('has a sample for every declared event, and outcomes only of the machine’s actors', () => {
        const declared = machine.events.filter((type: string) => !type.startsWith('xstate.'))
        expect(declared.filter((type: string) => !(type in model.samples))).toEqual([])
        const invoked = invokeIds(machine)
        expect(Object.keys(model.outcomes).filter((id) => !invoked.includes(id))).toEqual([])
        const tellers = [...invoked, ...(model.spawned?.ids ?? [])]
        expect(Object.values(model.sentBy ?? {}).filter((id) => !tellers.includes(id ?? ''))).toEqual([])
      })

      it('matches its reviewed table of moves', () => {
        expect(faultOf(machine.id, moves.table())).toBe('')
      })

      it('takes every declared transition with every guard', () => {
        expect([...transitionsByName(machine).keys()].filter((name) => !taken.has(name))).toEqual([])
      })

      it('has a step title for every step that a path takes', () => {
        const known = new Set(stepTitlesOf(model))
        const steps = graphs.flatMap(({ paths }) => paths.shortest.flatMap(({ steps }) => steps.slice(1)))
        const titles = new Set(steps.map(({ event }) => stepTitle(event)))
        expect([...titles].filter((title) => !known.has(title))).toEqual([])
      })

      it('clears the previous problem when people try again', () => {
        expect([...new Set(graphs.flatMap((walks) => keptProblems(model, walks)))].sort()).toEqual(
          model.keepsProblem ?? [],
        )
      })

      if (machine.root.meta?.page !== undefined) describeScreens(model, () => momentsOf(graphs))

      it('uses exactly the delays written in the model', () => {
        const lengths: Record<string, number[]> = {}
        for (const { state } of graphs.flatMap(({ paths }) => paths.shortest.flatMap(({ steps }) => steps))) {
          for (const { type, length } of state.timers) {
            const known = lengths[delayOf(type)] ?? []
            lengths[delayOf(type)] = [...new Set([...known, length])].sort((a, b) => a - b)
          }
        }
        expect(lengths).toEqual(model.delays ?? {})
      })
    })
  })
}
