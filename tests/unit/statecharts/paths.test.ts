import { expect, test } from 'vitest'
import { assign, fromPromise, setup } from 'xstate'
import { graphOf } from '../../../statecharts/paths/graph.ts'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { shortestPaths } from '../../../statecharts/paths/paths.ts'
import { picturePrefix, type WalkedPath, Walker, walkedKey } from '../../../statecharts/paths/walked.ts'
import { type Coverage, coverageOf, faultsOf } from '../../../statecharts/report/coverage.ts'
import { toPage } from '../../../statecharts/report/page.ts'
import { readPlaywright, readVitest } from '../../../statecharts/report/records.ts'

const bellMachine = setup({
  types: { context: {} as { rings: number }, events: {} as { type: 'bell.ring' } | { type: 'bell.break' } },
  actors: { answer: fromPromise<string>(async () => 'hello') },
  actions: { count: assign({ rings: ({ context }) => context.rings + 1 }) },
  guards: { isWornOut: ({ context }) => context.rings > 1 },
}).createMachine({
  id: 'bell',
  context: { rings: 0 },
  initial: 'silent',
  states: {
    silent: {
      description: 'Nobody is at the door.',
      on: { 'bell.ring': { target: 'ringing', actions: 'count' }, 'bell.break': { target: 'broken' } },
    },
    ringing: {
      always: { guard: 'isWornOut', target: 'broken' },
      invoke: { id: 'answer', src: 'answer', onDone: { target: 'open' }, onError: { target: 'silent' } },
    },
    open: { type: 'final' },
    broken: { type: 'final' },
  },
})

const modelOf = (outcomes: Record<string, Record<string, unknown>>, canBreak = true) =>
  defineModel<typeof bellMachine>({
    machine: bellMachine,
    starts: { 'at the door': () => undefined as never },
    samples: { 'bell.ring': { '': {} }, 'bell.break': canBreak ? { '': {} } : {} },
    outcomes,
    facts: ({ context }) => ({ rings: Math.min(2, context.rings) }),
    laws: {},
    simple: { steps: 5, paths: 5 },
  })

const walkAll = async (model: ReturnType<typeof modelOf>): Promise<WalkedPath[]> => {
  const walked: WalkedPath[] = []
  for (const path of shortestPaths(graphOf(model, 'at the door'))) {
    const walker = new Walker(model, 'at the door', 'shortest', path)
    for (const { event } of path.steps) await walker.take(event)
    walked.push({ ...walker.walked, passed: true })
  }
  return walked
}
const good = (paths: readonly WalkedPath[]) => paths.map((path) => ({ ...path, error: null }))
const standings = ({ states, transitions }: Coverage) =>
  Object.fromEntries([...states, ...transitions].map(({ name, status }) => [name, status]))
const spoken = (page: string) => [...page.matchAll(/aria-label="(bell[^"]*:[^"]*)"/g)].map(([, text]) => text)

test('passes a run whose paths walk every state and transition', async () => {
  const coverage = coverageOf(bellMachine, good(await walkAll(modelOf({ answer: { '': 'hello' } }))))
  expect(new Set(Object.values(standings(coverage)))).toEqual(new Set(['passed']))
  expect(faultsOf(coverage, true)).toEqual([])
  expect(coverage.paths.map(({ title }) => title)).toEqual([
    'bell.break',
    'bell.ring → answer: done',
    'bell.ring → answer throws → bell.ring',
    'bell.ring → answer throws → bell.break',
  ])
  expect(coverage.transitions.find(({ name }) => name.endsWith('always #0'))?.paths).toEqual([2])
})

test('fails a run with an unwalked transition, unless only some paths were selected', async () => {
  const coverage = coverageOf(bellMachine, good(await walkAll(modelOf({ answer: { '': 'hello' } }, false))))
  const unwalked = 'bell: no path walks bell.silent bell.break #0'
  expect([faultsOf(coverage, true), faultsOf(coverage, false)]).toEqual([[unwalked], []])
  const page = toPage([coverage], faultsOf(coverage, true), true)
  expect(page).toContain('<title>Paths: 1 fault</title>')
  expect(page).toContain(`<li>${unwalked}</li>`)
  expect(spoken(page)).toEqual([
    'bell: passed, 2 paths',
    'bell.silent: passed, 2 paths',
    'bell.silent bell.ring: passed, 2 paths',
    'bell.silent bell.break: not tried, 0 paths',
    'bell.ringing: passed, 2 paths',
    'bell.ringing done answer: passed, 1 path',
    'bell.ringing error answer: passed, 1 path',
    'bell.ringing always [isWornOut]: passed, 1 path',
    'bell.open: passed, 1 path',
    'bell.broken: passed, 1 path',
  ])
})

/** A path whose second step failed, as Vitest or Playwright reports it. */
const halfWalked: WalkedPath = {
  machine: 'bell',
  start: 'at the door',
  kind: 'shortest',
  title: 'bell.ring → answer: done',
  length: 3,
  steps: [
    { title: 'xstate.init', transitions: [], states: ['bell', 'bell.silent'] },
    { title: 'bell.ring', transitions: ['bell.silent bell.ring #0'], states: ['bell', 'bell.ringing'] },
  ],
  passed: false,
}
const vitestReport = (assertionResults: object[], suite: object = {}) => ({
  testResults: [{ name: 'bell.model.test.ts', status: 'passed', message: '', assertionResults, ...suite }],
})

test('shows where and why a path failed', () => {
  const { walks, otherFailures } = readVitest(
    vitestReport([
      {
        fullName: 'bell, at the door',
        status: 'failed',
        failureMessages: ['expected <silent> to be open'],
        meta: { [walkedKey]: [halfWalked] },
      },
    ]),
  )
  expect(otherFailures).toEqual([])
  const coverage = coverageOf(bellMachine, walks)
  expect(standings(coverage)).toEqual({
    bell: 'passed',
    'bell.silent': 'passed',
    'bell.ringing': 'failed',
    'bell.open': 'unreached',
    'bell.broken': 'unreached',
    'bell.silent bell.ring #0': 'failed',
    'bell.silent bell.break #0': 'unreached',
    'bell.ringing xstate.done.actor.answer #0': 'unreached',
    'bell.ringing xstate.error.actor.answer #0': 'unreached',
    'bell.ringing always #0': 'unreached',
  })
  expect(faultsOf(coverage, false)).toEqual([
    'bell, at the door: bell.ring → answer: done failed at bell.ring',
  ])
  const page = toPage([coverage], faultsOf(coverage, false), false)
  expect(spoken(page)).toContain('bell.silent bell.ring: failed, 1 path')
  expect(page).toContain('expected \\u003csilent> to be open')
})

test('fails a walk if its test failed after the last step', () => {
  const walked = { ...halfWalked, passed: true }
  const meta = { [walkedKey]: [walked] }
  const result = { fullName: 'bell', status: 'failed', failureMessages: ['late'], meta }
  expect(readVitest(vitestReport([result])).walks).toEqual([{ ...halfWalked, error: 'late' }])
})

test('reports failed tests without paths, and files that fail to load', () => {
  const red = `${String.fromCharCode(27)}[31mno delay${String.fromCharCode(27)}[39m`
  const result = { fullName: 'waits exactly', status: 'failed', failureMessages: [red], meta: {} }
  expect(readVitest(vitestReport([result])).otherFailures).toEqual(['waits exactly\nno delay'])
  const broken = vitestReport([], { status: 'failed', message: 'no such module' })
  expect(readVitest(broken).otherFailures).toEqual(['bell.model.test.ts\nno such module'])
})

test('reads Playwright’s attachments from the last try of each test', () => {
  const attached = (walked: WalkedPath) => ({
    name: walkedKey,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify([walked])).toString('base64'),
  })
  const walked: WalkedPath = { ...halfWalked, kind: 'screens' }
  const tryOf = (status: string, one: WalkedPath) => ({
    status,
    errors: status === 'passed' ? [] : [{ message: 'not visible' }],
    attachments: [
      { name: 'screenshot', path: 'a.png' },
      { name: `${picturePrefix}bell bell.ringing`, body: 'cGljdHVyZQ==' },
      { name: `${picturePrefix}bell bell.silent`, body: 'YW5vdGhlcg==' },
      attached(one),
    ],
  })
  const report = {
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              {
                title: 'one',
                tests: [{ results: [tryOf('failed', walked), tryOf('passed', { ...walked, passed: true })] }],
              },
              { title: 'two', tests: [{ results: [tryOf('timedOut', walked)] }] },
              { title: 'three', tests: [{ results: [{ status: 'failed', errors: [], attachments: [] }] }] },
            ],
          },
        ],
      },
    ],
    errors: [],
  }
  expect(readPlaywright(report)).toEqual({
    walks: [
      { ...walked, passed: true, error: null },
      { ...walked, error: 'not visible' },
    ],
    otherFailures: ['three\n'],
    pictures: { bell: 'cGljdHVyZQ==', 'bell.ringing': 'cGljdHVyZQ==', 'bell.silent': 'YW5vdGhlcg==' },
  })
})
