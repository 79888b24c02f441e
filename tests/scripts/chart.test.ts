import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { type Chart, chartOfMachine, chartOfSource } from '../../statecharts/chart.ts'
import { toDocument } from '../../statecharts/document.ts'
import { eventLabel } from '../../statecharts/nodes.ts'
import { collectMachines } from '../../statecharts/registry.ts'
import { readMachines } from '../../statecharts/source.ts'
import { toStatelyJson } from '../../statecharts/stately.ts'

const chartOf = (setupPart: string, config: string): Chart => {
  const code = `export const sampleMachine = setup({${setupPart}}).createMachine(${config})`
  const [source] = readMachines('sample.machine.ts', code)
  if (!source) throw new Error('no machine is written out')
  return chartOfSource(source)
}

const still = { initial: null, description: null, tags: [], entry: [], exit: [], invokes: [] }
const plain = { guard: null, actions: [], reenter: false, description: null }

test('reads a machine from its source alone', () => {
  const chart = chartOf(
    `actors: { call }, actions: { note: () => {}, keep: assign({}) }, guards: { isLate }, delays: { pause: 5 }`,
    `{
      id: 'desk',
      initial: 'idle',
      context: ({ input }) => made(input),
      on: { 'desk.close': '.shut' },
      states: {
        idle: {
          description: 'Nobody is there.',
          tags: 'calm',
          entry: ['note', { type: 'keep', params: () => 1 }],
          on: { 'desk.ring': [{ guard: { type: 'isLate', params: fn }, target: 'shut' }, { actions: 'note' }] },
          after: { pause: { target: 'idle', reenter: true } },
        },
        busy: {
          type: 'parallel',
          onDone: 'shut',
          states: {
            voice: {
              invoke: { id: 'talk', src: 'call', onDone: { target: '#desk.shut' }, onError: { target: 'hand' } },
            },
            hand: { always: { guard: 'isLate', target: '#desk.idle', description: 'Too late.' } },
          },
        },
        shut: { type: 'final' },
      },
    }`,
  )
  expect(chart).toEqual({
    id: 'desk',
    states: [
      {
        ...still,
        id: 'desk',
        type: 'compound',
        initial: 'desk.idle',
        transitions: [{ ...plain, event: 'desk.close', targets: ['desk.shut'] }],
      },
      {
        ...still,
        id: 'desk.idle',
        type: 'atomic',
        description: 'Nobody is there.',
        tags: ['calm'],
        entry: ['note', 'keep'],
        transitions: [
          { ...plain, event: 'desk.ring', guard: 'isLate', targets: ['desk.shut'] },
          { ...plain, event: 'desk.ring', targets: [], actions: ['note'] },
          { ...plain, event: 'xstate.after.pause.desk.idle', targets: ['desk.idle'], reenter: true },
        ],
      },
      {
        ...still,
        id: 'desk.busy',
        type: 'parallel',
        transitions: [{ ...plain, event: 'xstate.done.state.desk.busy', targets: ['desk.shut'] }],
      },
      {
        ...still,
        id: 'desk.busy.voice',
        type: 'atomic',
        invokes: [{ id: 'talk', src: 'call' }],
        transitions: [
          { ...plain, event: 'xstate.done.actor.talk', targets: ['desk.shut'] },
          { ...plain, event: 'xstate.error.actor.talk', targets: ['desk.busy.hand'] },
        ],
      },
      {
        ...still,
        id: 'desk.busy.hand',
        type: 'atomic',
        transitions: [
          { ...plain, event: '', guard: 'isLate', targets: ['desk.idle'], description: 'Too late.' },
        ],
      },
      { ...still, id: 'desk.shut', type: 'final', transitions: [] },
    ],
    names: { actors: ['call'], actions: ['keep', 'note'], guards: ['isLate'], delays: ['pause'] },
  })
})

describe('an importer would miss', () => {
  test.each([
    ['a spread', '', `{ id: 'a', states: { b: { ...c } } }`, 'a.states.b spreads another object'],
    ['a spread list', '', `{ id: 'a', on: { 'b.c': [...d] } }`, 'a.on.b.c spreads another list'],
    ['a variable as a state', '', `{ id: 'a', states: { b } }`, 'a.states.b comes from a variable'],
    ['a made state', '', `{ id: 'a', states: { b: make() } }`, 'a.states.b is not written out'],
    ['an unnamed action', '', `{ id: 'a', exit: () => {} }`, 'a.exit has an action without a name'],
    [
      'an unnamed guard',
      '',
      `{ id: 'a', always: { guard: () => true } }`,
      'a.always has a guard without a name',
    ],
    [
      'an unnamed actor',
      '',
      `{ id: 'a', invoke: { id: 'b', src: fromPromise(c), onError: 'd' } }`,
      'a invokes an actor without a name',
    ],
    ['an unnamed delay', '', `{ id: 'a', after: { 500: 'b' } }`, 'a.after has a computed key'],
    ['a delay of no name', '', `{ id: 'a', after: { '500': 'b' } }`, "setup names no delays '500'"],
  ])('refuses what an importer would miss: %s', (_, setupPart, config, problem) => {
    expect(() => chartOf(setupPart, config)).toThrow(problem)
  })
})

const machines = await collectMachines()
const byId = machines.map((documented) => [documented.machine.id, documented] as const)

describe.each(byId)('%s', (id, { source, machine }) => {
  const running = chartOfMachine(machine)

  test('reads from its source, nothing executed, as it runs', () => {
    expect(running.states.length).toBeGreaterThan(2)
    expect(chartOfSource(source)).toEqual(running)
  })

  test('imports completely from what npm run machines -- --json writes', () => {
    const imported = createMachine(JSON.parse(toStatelyJson(machine)))
    expect(chartOfMachine(imported).states).toEqual(running.states)
  })

  test('lists everything in machines.md', () => {
    const text =
      toDocument(machines)
        .split(/^## /m)
        .find((part) => part.startsWith(`${id}\n`)) ?? ''
    const rowsOf = (title: string) =>
      (text.split(/^### /m).find((part) => part.startsWith(`${title}\n`)) ?? '')
        .split('\n')
        .filter((line) => line.startsWith('| `'))
        .map((line) => line.slice(2, -2).split(' | '))
    const bare = (cell: string | undefined) => (cell ?? '').replaceAll('`', '')
    const names = (cell: string | undefined) =>
      [...(cell ?? '').matchAll(/`([\w.]+)/g)].map(([, name]) => name)
    const pathOf = (state: string) => (state === id ? id : state.slice(id.length + 1))

    expect(rowsOf('States').map(([state, meaning]) => [bare(state), meaning])).toEqual(
      running.states.map(({ id, description }) => [pathOf(id), description ?? '']),
    )
    const told = rowsOf('Events').map(([event, state, guard, to, actions, why]) =>
      JSON.stringify([
        bare(event).replace(/ \([\d.]+ m?s\)$/, ''),
        bare(state),
        bare(guard).trim(),
        names(to),
        names(actions),
        why?.trim() ?? '',
      ]),
    )
    const taken = running.states.flatMap((state) =>
      state.transitions.map(({ event, guard, targets, actions, description }) => {
        const label = eventLabel(event, (name) => name)
        return JSON.stringify([
          label,
          pathOf(state.id),
          guard ?? '',
          targets.map(pathOf),
          actions,
          description ?? '',
        ])
      }),
    )
    expect(told.sort()).toEqual(taken.sort())
    for (const [title, kind] of [
      ['Actors', 'actors'],
      ['Actions', 'actions'],
      ['Guards', 'guards'],
      ['Delays', 'delays'],
    ] as const) {
      expect(
        rowsOf(title)
          .map(([name]) => bare(name))
          .sort(),
        title,
      ).toEqual(running.names[kind])
    }
  })
})
