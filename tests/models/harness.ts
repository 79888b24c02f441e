import { describe, expect, it } from 'vitest'
import { invokeIds, transitionsByName } from '../../statecharts/nodes.ts'
import { graphOf, type Happening, type Moment } from '../../statecharts/paths/graph.ts'
import type { MachineModel } from '../../statecharts/paths/machine-model.ts'
import { type Path, pathTitle, shortestPaths, simplePaths } from '../../statecharts/paths/paths.ts'
import type { Run } from '../../statecharts/paths/run.ts'
import { Walker, walkedKey } from '../../statecharts/paths/walked.ts'

const seen = (model: MachineModel, { snapshot }: Run['stage']) => ({
  status: snapshot.status,
  value: snapshot.value,
  facts: model.facts(snapshot),
})

function check(model: MachineModel, { stage, clock }: Run, expected: Moment) {
  const { status, value } = expected.snapshot
  expect(seen(model, stage)).toEqual({ status, value, facts: expected.facts })
  expect(clock.time).toBe(expected.now)
  expect(clock.due).toEqual(expected.timers.map(({ due }) => due))
  for (const [law, holds] of Object.entries(model.laws)) expect(holds(stage), law).toBe(true)
}

/** Sends everything that is not possible now, once in each distinct state: nothing may come of it. */
function refuse(model: MachineModel, { stage }: Run, refusedAt: Set<string>) {
  const { snapshot } = stage
  const state = JSON.stringify([snapshot.value, model.facts(snapshot)])
  if (snapshot.status !== 'active' || refusedAt.has(state)) return
  refusedAt.add(state)
  for (const [type, payloads] of Object.entries(model.samples)) {
    for (const payload of Object.values(payloads)) {
      const event = { type, ...payload }
      if (snapshot.can(event)) continue
      stage.send(event)
      expect(stage.snapshot, type).toBe(snapshot)
    }
  }
}

async function walk(walker: Walker, model: MachineModel, path: Path, refusedAt: Set<string>) {
  const { run } = walker
  const { stage } = run
  const types = new Set(path.steps.map(({ event }) => event.type))
  const execute = ({ event }: { event: Happening }) => walker.take(event)
  await path.test({
    events: Object.fromEntries([...types].map((type) => [type, execute])) as never,
    states: {
      '*': (expected) => {
        check(model, run, expected)
        refuse(model, run, refusedAt)
        walker.note()
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
  const refusedAt = new Set<string>()
  const edges = new Set<string>()
  const graphs = Object.keys(model.starts).map((start) => {
    const graph = graphOf(model, start)
    return { start, shortest: shortestPaths(graph, undefined, edges), simple: simplePaths(graph) }
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
            await walk(walker, model, path, refusedAt)
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
