import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { invokeIds, transitionsByName } from '../../../statecharts/nodes.ts'
import { graphOf, type Happening, type Moment } from '../../../statecharts/paths/graph.ts'
import type { MachineModel } from '../../../statecharts/paths/machine-model.ts'
import { type Move, Moves, movesFrom, readTable, targetOf } from '../../../statecharts/paths/moves.ts'
import {
  eventTitle,
  type Path,
  pathTitle,
  shortestPaths,
  simplePaths,
  stepTitle,
} from '../../../statecharts/paths/paths.ts'
import type { Run } from '../../../statecharts/paths/run.ts'
import { Walker, walkedKey } from '../../../statecharts/paths/walked.ts'
import { faultOf, tableOf } from './moves.ts'

const seen = (model: MachineModel, { snapshot }: Run['stage']) => ({
  status: snapshot.status,
  value: snapshot.value,
  facts: model.facts(snapshot),
})

const isReviewed = ({ kind }: Happening) => kind !== 'begin' && kind !== 'sleep'

/** Sees that a step led where a reviewed row says, by the actions that it says. */
function compare(
  { happening, value, rows }: { happening: Happening; value: unknown; rows: readonly Move[] },
  stage: Run['stage'],
) {
  const led = [targetOf(value, stage.value), stage.actions.join(', ')].join(' · ')
  if (rows.some(({ target, actions }) => led === `${target} · ${actions}`)) return
  const promised = rows.map(({ line }) => line).join('\n') || 'no row'
  expect.fail(`${stepTitle(happening)} led to → ${led}\nReviewed: ${promised}`)
}

function check(model: MachineModel, { stage, clock }: Run, expected: Moment) {
  const { status, value } = expected.snapshot
  const is = { ...seen(model, stage), time: clock.time, due: clock.due }
  const due = expected.timers.map((timer) => timer.due)
  const promised = { status, value, facts: expected.facts, time: expected.now, due }
  // An expectation takes longer than the step: it is only for what differs.
  if (!isDeepStrictEqual(is, promised)) expect(is).toEqual(promised)
  for (const [law, holds] of Object.entries(model.laws))
    if (!holds(stage)) expect.fail(`a law is broken: ${law}`)
}

/** Asks for every event without its data, as a client does that enables buttons by event type. */
function askBare({ events }: AnyStateMachine, { snapshot }: Run['stage'], state: string) {
  for (const type of events.filter((type: string) => !type.startsWith('xstate.'))) {
    try {
      snapshot.can({ type })
    } catch (error) {
      expect.fail(`${state}: can({ type: '${type}' }) throws ${error}`)
    }
  }
}

/** Sends everything that is not possible now, once in each distinct state: nothing may come of it. */
function refuse(model: MachineModel, table: readonly Move[] | null, { stage }: Run, refusedAt: Set<string>) {
  const { snapshot } = stage
  const now = { value: snapshot.value, facts: model.facts(snapshot) }
  const state = JSON.stringify(now)
  if (snapshot.status !== 'active' || refusedAt.has(state)) return
  refusedAt.add(state)
  askBare(model.machine, stage, state)
  for (const [type, payloads] of Object.entries(model.samples)) {
    const isTold = model.toldBy?.[type] !== undefined
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
  table: readonly Move[] | null
  refusedAt: Set<string>
  /** Beginnings of paths after whose last step everything was as promised: many paths share them. */
  checked: Set<string>
}

async function walk(walker: Walker, model: MachineModel, path: Path, { table, refusedAt, checked }: Oracle) {
  const { run } = walker
  const { stage } = run
  const types = new Set(path.steps.map(({ event }) => event.type))
  let last: { happening: Happening; value: unknown; rows: readonly Move[] } | null = null
  const execute = async ({ event: happening }: { event: Happening }) => {
    const { value } = stage
    const rows = movesFrom(table ?? [], { value, facts: model.facts(stage.snapshot) }, stepTitle(happening))
    last = isReviewed(happening) ? { happening, value, rows } : null
    stage.actions.length = 0
    await walker.take(happening)
  }
  await path.test({
    events: Object.fromEntries([...types].map((type) => [type, execute])) as never,
    states: {
      '*': (expected) => {
        const { start, steps } = walker.walked
        const beginning = JSON.stringify([start, ...steps.map(({ title }) => title)])
        if (checked.has(beginning)) return
        if (table && last) compare(last, stage)
        check(model, run, expected)
        refuse(model, table, run, refusedAt)
        walker.note()
        checked.add(beginning)
      },
    },
  })
  const traces = () => [seen(model, stage), stage.emitted.length, stage.calls.length, stage.effects.length]
  const end = traces()
  await run.comeLate()
  expect(traces(), 'what comes late changes nothing').toEqual(end)
}

const delayOf = (type: string) => type.split('.')[2] ?? ''

/**
 * Runs a model's generated paths against the real actor, headless: shortest paths over every edge, and bounded simple
 * ones. Fails on an event without a sample, a delay whose length is not written down, a step that cannot be brought
 * about, a law that breaks, a late answer that matters, and a transition that no path takes.
 */
export function describeModel(model: MachineModel): void {
  const { machine } = model
  const taken = new Set<string>()
  const edges = new Set<string>()
  const reviewed = tableOf(machine.id)
  const table = reviewed === null ? null : readTable(reviewed)
  const oracle: Oracle = { table, refusedAt: new Set(), checked: new Set() }
  const moves = new Moves(machine.id)
  const graphs = Object.keys(model.starts).map((start) => {
    const graph = graphOf(model, start)
    const shortest = shortestPaths(graph, undefined, edges)
    const simple = simplePaths(graph)
    for (const path of [...shortest, ...simple]) moves.follow(start, path)
    return { start, shortest, simple }
  })

  describe.each(graphs)(`${machine.id}, $start`, ({ start, shortest, simple }) => {
    describe.each([
      ['shortest', shortest],
      ['simple', simple],
    ] as const)('%s paths', (kind, paths) => {
      it.for(paths.map((path) => [pathTitle(path), path] as const))(
        'walks %s',
        async ([, path], { task }) => {
          const walker = new Walker(model, start, kind, path)
          try {
            await walk(walker, model, path, oracle)
            walker.walked.passed = true
          } finally {
            walker.run.stage.stop()
            for (const name of walker.run.stage.taken) taken.add(name)
            Object.assign(task.meta, { [walkedKey]: [walker.walked] })
          }
        },
      )
    })
  })

  describe(`${machine.id}, the whole graph`, () => {
    it('knows every event that the machine declares', () => {
      const declared = machine.events.filter((type: string) => !type.startsWith('xstate.'))
      expect(declared.filter((type: string) => !(type in model.samples))).toEqual([])
      const invoked = invokeIds(machine)
      expect(Object.keys(model.outcomes).filter((id) => !invoked.includes(id))).toEqual([])
      const tellers = [...invoked, ...(model.spawned?.ids ?? [])]
      expect(Object.values(model.toldBy ?? {}).filter((id) => !tellers.includes(id ?? ''))).toEqual([])
    })

    it('moves as its reviewed table says, and in no other way', () => {
      expect(faultOf(machine.id, moves.table())).toBe('')
    })

    it('takes every transition that the machine declares, whichever guard lets it through', () => {
      expect([...transitionsByName(machine).keys()].filter((name) => !taken.has(name))).toEqual([])
    })

    it('waits exactly as long as is written down', () => {
      const lengths: Record<string, number[]> = {}
      for (const { state } of graphs.flatMap(({ shortest }) => shortest.flatMap(({ steps }) => steps))) {
        for (const { type, length } of state.timers) {
          const known = lengths[delayOf(type)] ?? []
          lengths[delayOf(type)] = [...new Set([...known, length])].sort((a, b) => a - b)
        }
      }
      expect(lengths).toEqual(model.delays ?? {})
    })
  })
}
