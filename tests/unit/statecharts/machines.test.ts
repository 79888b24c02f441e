import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '@handsfree/core'
import { describe, expect, test } from 'vitest'
import { Actor, type AnyStateMachine, assign, createMachine, fromPromise, setup } from 'xstate'
import { delayText, toPages } from '../../../statecharts/document.ts'
import { startedByApp, toMap } from '../../../statecharts/map.ts'
import { idOf, toMermaid, viewsOf } from '../../../statecharts/mermaid.ts'
import { eventLabel, nodesOf, transitionsOf } from '../../../statecharts/nodes.ts'
import { collectMachines, machineFiles, readSources, root } from '../../../statecharts/registry.ts'
import { problemsOf } from '../../../statecharts/rules.ts'
import { readMachines } from '../../../statecharts/source.ts'
import { toStatelyCode } from '../../../statecharts/stately.ts'
import { FakeBrowser, FakePlatform, FakeServer } from '../core/fake-platform.ts'

const doorMachine = setup({
  types: { context: {} as { tries: number } },
  actors: { ring: fromPromise(async () => 'hello') },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
  guards: { hasKey: ({ context }) => context.tries > 0 },
  delays: { patience: 1_500 },
}).createMachine({
  id: 'door',
  context: { tries: 0 },
  initial: 'closed',
  on: { 'door.lock': { target: '.closed' } },
  states: {
    closed: {
      description: 'Nobody is in.',
      tags: 'calm',
      on: {
        'door.knock': [
          { guard: 'hasKey', target: 'open', description: 'The door was locked.' },
          { target: 'ringing', actions: 'count' },
        ],
      },
    },
    ringing: {
      invoke: {
        id: 'bell',
        src: 'ring',
        input: ({ context }) => context.tries,
        onDone: { target: 'open' },
        onError: { target: 'closed' },
      },
      after: { patience: { target: 'gone', description: 'Nobody is home.' } },
    },
    open: {
      type: 'parallel',
      states: {
        light: { initial: 'off', states: { off: { always: { guard: 'hasKey', target: 'on' } }, on: {} } },
        heat: { initial: 'low', on: { 'heat.more': { target: '.high' } }, states: { low: {}, high: {} } },
      },
    },
    gone: { type: 'final' },
  },
})

describe('the diagram of a machine', () => {
  test('shows nesting, regions, invokes, guards and delays', () => {
    expect(toMermaid({ root: doorMachine.root }, (name) => `${name} (1.5 s)`)).toBe(`stateDiagram-v2
  state "door" as door
  state door {
    [*] --> door_closed
    state "closed" as door_closed
    door_closed --> door_open: door.knock<br>[hasKey]
    door_closed --> door_ringing: door.knock
    state "ringing" as door_ringing
    door_ringing : invoke bell
    door_ringing --> door_open: done bell
    door_ringing --> door_closed: error bell
    door_ringing --> door_gone: after patience (1.5 s)
    state "open" as door_open
    state door_open {
      state "light" as door_open_light
      state door_open_light {
        [*] --> door_open_light_off
        state "off" as door_open_light_off
        door_open_light_off --> door_open_light_on: always<br>[hasKey]
        state "on" as door_open_light_on
      }
      --
      state "heat" as door_open_heat
      state door_open_heat {
        [*] --> door_open_heat_low
        state "low" as door_open_heat_low
        state "high" as door_open_heat_high
        state "any" as door_open_heat_any
        door_open_heat_any --> door_open_heat_high: heat.more
      }
    }
    state "gone" as door_gone
    door_gone --> [*]
    state "any" as door_any
    door_any --> door_closed: door.lock
  }
`)
  })

  test('draws states of other parts by name, and folds a state into one box', () => {
    const { open } = doorMachine.root.states
    expect(toMermaid({ root: doorMachine.root, folded: [open!] })).toContain(`    state "open" as door_open
    state "gone" as door_gone`)
    const { ringing } = doorMachine.root.states
    expect(toMermaid({ root: ringing! })).toBe(`stateDiagram-v2
  state "ringing" as door_ringing
  door_ringing : invoke bell
  door_ringing --> door_open: done bell
  door_ringing --> door_closed: error bell
  door_ringing --> door_gone: after patience
  state "open" as door_open
  state "closed" as door_closed
  state "gone" as door_gone
`)
  })

  test('joins the labels of arrows between the same states', () => {
    const { root } = createMachine({
      id: 'bell',
      initial: 'off',
      states: { off: { on: { push: { target: 'on' }, pull: { target: 'on' } } }, on: {} },
    })
    expect(toMermaid({ root })).toContain('    bell_off --> bell_on: push<br>pull\n')
    const marks = { sign: () => '+', styles: [], style: () => '' }
    expect(toMermaid({ root }, undefined, marks)).toContain(
      '    bell_off --> bell_on: + push\n    bell_off --> bell_on: + pull\n',
    )
  })

  test('splits a machine with many arrows into several diagrams', async () => {
    const machines = new Map((await collectMachines()).map(({ machine }) => [machine.id, machine]))
    const headings = (id: string) =>
      viewsOf(machines.get(id)!.root).map(({ root, only = [root] }) => only.map(({ key }) => key).join())
    expect(headings('reading')).toEqual(['reading'])
    expect(headings('trip')).toEqual(['trip', 'open', 'live'])
    expect(headings('claimCase')).toEqual([
      'received,receivedLate,started,offered',
      'askedAgain,askedAgainLate,accepted,acceptedLate,paid,declined,closed',
      'complaint',
    ])
    expect(viewsOf(doorMachine.root)).toEqual([{ root: doorMachine.root }])
  })

  test('draws each state and each transition to another state', async () => {
    for (const { machine } of await collectMachines()) {
      const drawn = viewsOf(machine.root)
        .map((view) => toMermaid(view))
        .join('')
      const lines = drawn.split('\n').map((line) => line.trim())
      for (const node of nodesOf(machine.root)) {
        if (node.type === 'atomic' || node.type === 'final') expect(drawn).toContain(`" as ${idOf(node)}\n`)
        for (const transition of transitionsOf(node)) {
          if (!transition.target || transition.target.includes(node)) continue
          const starts = [`${idOf(node)} --> `, `${idOf(node)}_any --> `]
          const label = eventLabel(transition.eventType)
          const isArrow = (line: string) =>
            line.includes(label) && starts.some((start) => line.startsWith(start))
          expect(lines.some(isArrow), `${node.id} ${label}`).toBe(true)
        }
      }
    }
  })

  test('writes constant delays as time and computed ones as they are written', () => {
    expect([delayText('500'), delayText('1_000'), delayText('120_000'), delayText('pause(context)')]).toEqual(
      ['500 ms', '1 s', '120 s', '`pause(context)`'],
    )
  })
})

test('maps the machines started by the app, by the server and by other machines', async () => {
  const app = createApp(new FakePlatform(new FakeServer(), new FakeBrowser()), {
    baseUrl: '',
    staticKey: 'static-key',
    brokerScheme: 'wss',
  })
  const kept = Object.values(app).flatMap((part) => (part instanceof Actor ? part.logic.id : []))
  expect(kept.sort()).toEqual([...startedByApp].sort())
  const machines = await collectMachines()
  const lines = toMap(machines.map(({ machine }) => machine)).split('\n')
  const links = lines.flatMap((line) => / {2}(\w+) --> (\w+)/.exec(line)?.slice(1).join(' ') ?? [])
  const stored = machines.filter(({ source }) =>
    /the server (changes|moves) (it|them) only/.test(source.description),
  )
  expect(links.filter((link) => link.startsWith('server '))).toEqual(
    stored.map(({ machine }) => `server ${machine.id}`),
  )
  expect(links.filter((link) => !/^(app|page|server) /.test(link))).toEqual([
    'accountDeletion reading',
    'announcements reading',
    'board reading',
    'claimForm submission',
    'claimForm photoSet',
    'claims reading',
    'consents reading',
    'destination reading',
    'devices reading',
    'draftForm photoSet',
    'feedback submission',
    'feedback photoSet',
    'handover reading',
    'handover submission',
    'handover photoSet',
    'invoice reading',
    'notificationList paging',
    'orderChange reading',
    'orderChange draftForm',
    'orderChange submission',
    'orderDetail reading',
    'orderLedger reading',
    'orderReturn reading',
    'paging reading',
    'passkeys reading',
    'payment reading',
    'payment statusPoll',
    'photoSet photo',
    'placement submission',
    'placement draftForm',
    'placement payment',
    'preparation draftForm',
    'preparation submission',
    'preparedLink reading',
    'profile reading',
    'queue reading',
    'receiverLink reading',
    'saved reading',
    'scanner camera',
    'shift reading',
    'siteSearch paging',
    'stop reading',
    'stop photoSet',
    'tablet reading',
    'team reading',
    'trip reading',
    'auth signIn',
  ])
})

/** The config in the code that is pasted into the Stately editor. */
function pastedConfig(machine: AnyStateMachine) {
  const [, config = ''] = /^createMachine\((.*)\)\n$/s.exec(toStatelyCode(machine)) ?? []
  return JSON.parse(config)
}

test('exports a call of createMachine for the Stately editor, without functions', () => {
  expect(pastedConfig(doorMachine)).toMatchObject({
    id: 'door',
    context: { tries: 0 },
    states: {
      ringing: {
        invoke: { id: 'bell', src: 'ring', onDone: { target: 'open' }, onError: { target: 'closed' } },
        after: { patience: { target: 'gone', description: 'Nobody is home.' } },
      },
    },
  })
  expect(toStatelyCode(doorMachine)).not.toContain('input')
})

/** States and transitions as JSON, which omits functions. */
const partsOf = ({ root }: AnyStateMachine) =>
  JSON.stringify(
    nodesOf(root).map((node) => ({
      state: [node.id, node.type, node.description, node.tags, node.meta],
      actions: [node.config.entry, node.config.exit],
      invokes: node.invoke.map(({ id, src }) => [id, src]),
      transitions: transitionsOf(node).map((transition) => {
        const { eventType, guard, target, actions, reenter, description } = transition
        return [eventType, guard, target?.map(({ id }) => id), actions, reenter, description]
      }),
    })),
    null,
    2,
  )

test('exports machines that import with the same states and transitions', async () => {
  for (const { machine } of await collectMachines()) {
    const imported = createMachine(pastedConfig(machine), machine.implementations as never)
    expect(partsOf(imported)).toBe(partsOf(machine))
  }
})

describe('the generated documentation', () => {
  test('links a page for each machine in an overview of at most 25 KB', async () => {
    const machines = await collectMachines()
    const pages = toPages(machines)
    const overview = pages.get('machines.md') ?? ''
    expect(Buffer.byteLength(overview)).toBeLessThanOrEqual(25_000)
    const linked = [...overview.matchAll(/\]\((docs\/machines\/\w+\.md)\)/g)].map(([, path]) => path)
    expect(linked).toEqual(machines.map(({ machine }) => `docs/machines/${machine.id}.md`))
    expect([...pages.keys()]).toEqual(['machines.md', ...linked])
  })

  test('lists descriptions, external events, guards, delays and actors', () => {
    const entry = (name: string, text: string, maker: string | null = null) => ({ name, maker, text })
    const setup = {
      actors: [entry('ring', 'fromPromise(hello)', 'fromPromise')],
      actions: [],
      guards: [entry('hasKey', 'context.tries > 0')],
      delays: [entry('patience', '1_500')],
    }
    const source = { ...readSources('core/lib/reading.machine.ts')[0]!, description: 'A door.', setup }
    const page = toPages([{ file: 'door.ts', machine: doorMachine, source }]).get('docs/machines/door.md')
    expect(page).toContain('# door\n\nA door.\n')
    expect(page).toContain('- Started by: a page\n')
    expect(page).toContain('| `closed` | Nobody is in. | tags `calm` |\n')
    expect(page).toContain('| `ringing` |  | invokes `ring` as `bell` |\n')
    expect(page).toContain('| `door.knock` | `closed` | `hasKey`: The door was locked. |\n')
    expect(page).toContain('| `after patience (1.5 s)` | `ringing` | Nobody is home. |\n')
    expect(page).toContain('| `hasKey` | `context.tries > 0` |\n')
    expect(page).toContain('| `patience` | 1.5 s |\n')
    expect(page).toContain('| `ring` | promise, provided by the app |\n')
    expect(page).not.toContain('done bell` |')
  })
})

const written = (setupPart: string, config: string) =>
  readMachines(
    'sample.machine.ts',
    `/** A sample. */\nexport const sampleMachine = setup({${setupPart}}).createMachine(${config})`,
  ).flatMap(problemsOf)

describe('a machine that cannot be read without running it', () => {
  test.each([
    ['a spread', '', `{ id: 'a', states: { ...others } }`, 'a.states spreads another object'],
    ['a variable', '', `{ id: 'a', states }`, 'a.states comes from a variable'],
    ['a state from elsewhere', '', `{ id: 'a', states: { b: made } }`, 'a.states.b isn’t a literal'],
    ['a computed state', '', `{ id: 'a', states: { b: make() } }`, 'a.states.b isn’t a literal'],
    ['a spread list', '', `{ id: 'a', on: { 'b.c': [...d] } }`, 'a.on.b.c spreads another list'],
    ['a computed key', '', `{ id: 'a', states: { [b]: {} } }`, 'a.states has a computed key'],
    ['a config elsewhere', '', `config`, 'the machine has no id'],
    ['an inline action', '', `{ id: 'a', entry: () => {} }`, 'a.entry has an unnamed action'],
    ['an inline guard', '', `{ id: 'a', always: { guard: () => true } }`, 'a.always has an unnamed guard'],
    [
      'an inline actor',
      '',
      `{ id: 'a', invoke: { id: 'b', src: fromPromise(c), onError: 'd' } }`,
      'a invokes an unnamed actor',
    ],
    ['an unknown action', '', `{ id: 'a', entry: 'x' }`, "setup.actions lacks 'x'"],
    ['an unknown guard', '', `{ id: 'a', always: { guard: 'x' } }`, "setup.guards lacks 'x'"],
    ['an unknown delay', '', `{ id: 'a', after: { x: 'b' } }`, "setup.delays lacks 'x'"],
    ['a delay in numbers', '', `{ id: 'a', after: { 500: 'b' } }`, 'a.after has a computed key'],
    ['a delay in quoted numbers', '', `{ id: 'a', after: { '500': 'b' } }`, "setup.delays lacks '500'"],
    ['an unused guard', 'guards: { x: () => true }', `{ id: 'a' }`, "setup.guards: 'x' is unused"],
    [
      'an actor without onError',
      'actors: { x }',
      `{ id: 'a', invoke: { id: 'x', src: 'x' } }`,
      'a invokes x without onError',
    ],
    [
      'an actor without an id',
      'actors: { x: y }',
      `{ id: 'a', invoke: { src: 'x', onError: { target: 'b' } } }`,
      'a invokes x without an id',
    ],
  ])('refuses %s', (_, setupPart, config, problem) => {
    expect(written(setupPart, config)).toContain(problem)
  })

  test('finds no problems in a valid machine', () => {
    const config = `{ id: 'a', entry: ['b', { type: 'c', params: () => made }], initial: 'd', states: { d: {} } }`
    expect(written(`actions: { b: () => {}, c: () => {} }`, config)).toEqual([])
  })
})

test.each(machineFiles())('reads one described machine in %s without running it', (file) => {
  const sources = readSources(file)
  expect(sources.map(({ name }) => name)).toEqual([expect.stringMatching(/^[a-z]\w*Machine$/)])
  expect(sources.flatMap(problemsOf)).toEqual([])
  expect(sources.map(({ description }) => description)).not.toContain('')
})

test.each(machineFiles())('finds at most 260 lines in %s', (file) => {
  const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
  expect(lines).toBeLessThanOrEqual(260)
})

test('finds a machine in every machine file, with unique ids', async () => {
  const machines = await collectMachines()
  const ids = machines.map(({ machine }) => machine.id)
  expect(machines.map(({ file }) => file).sort()).toEqual(machineFiles())
  expect(ids).toEqual([...new Set(ids)].sort())
})
