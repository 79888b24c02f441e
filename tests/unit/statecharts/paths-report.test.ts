import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { type Coverage, coverageOf, urgentFirst } from '../../../statecharts/report/coverage.ts'
import { toPage } from '../../../statecharts/report/page.ts'
import type { PlayedPath } from '../../../statecharts/report/records.ts'
import { endOf, leavesOf, screensOf } from '../../../statecharts/report/screens.ts'

/** A machine in the report's data. Names are stored once, and paths refer to them by index. */
type Data = Record<string, { titles: string[]; ends: string[]; screens: string[]; paths: unknown[][] }>
type Place = [machine: string, path: number]
type Group = { name: string; machine: string; end: string; failed: number; paths: number[] }

/** The report's script is plain JavaScript, since the page includes it unchanged. */
const {
  findPaths,
  groupPaths,
}: {
  findPaths: (machines: Data, text: string) => Place[]
  groupPaths: (machines: Data, found: readonly Place[]) => Group[]
} = await import(new URL('../../../statecharts/report/find.client.js', import.meta.url).href)

const shopMachine = createMachine({
  id: 'shop',
  initial: 'open',
  meta: { page: '/feedback', title: 'feedback.title' },
  states: {
    open: { on: { 'shop.pay': { target: 'paying' }, 'shop.close': { target: 'closed' } } },
    paying: { meta: { page: '/order/confirm', title: 'orderConfirm.title' } },
    closed: { type: 'final' },
  },
})
const bellMachine = createMachine({ id: 'bell', initial: 'silent', states: { silent: {} } })

const pathOf = (machine: string, states: string[], error: string | null = null): PlayedPath => ({
  machine,
  start: 'at noon',
  kind: 'screens',
  title: states.join(' → '),
  length: states.length,
  steps: states.map((state) => ({
    title: `to ${state}`,
    transitions: [],
    states: [machine, `${machine}.${state}`],
  })),
  passed: error === null,
  error,
})
const shop = (...paths: PlayedPath[]) => coverageOf(shopMachine, paths)
const bell = (...paths: PlayedPath[]) => coverageOf(bellMachine, paths)

const dataOf = (...coverages: Coverage[]) => {
  const [, json = ''] = /id="data">(.*?)<\/script>/.exec(toPage(coverages, [], false)) ?? []
  return JSON.parse(json) as Data
}

test('reads each state’s screen in both languages, inherited if a state has none', () => {
  const feedback = { page: '/feedback', english: 'Feedback', chinese: '意见反馈' }
  const confirm = { page: '/order/confirm', english: 'Review and pay', chinese: '确认订单' }
  expect(Object.fromEntries(screensOf(shopMachine))).toEqual({
    shop: feedback,
    'shop.open': feedback,
    'shop.paying': confirm,
    'shop.closed': feedback,
  })
  expect(screensOf(bellMachine)).toEqual(new Map())
})

test('names the innermost states as the end of a path', () => {
  expect(leavesOf(['a', 'a.b', 'a.b.c', 'a.d', 'a.bc'])).toEqual(['a.b.c', 'a.d', 'a.bc'])
  expect(endOf(pathOf('shop', ['open', 'paying']).steps)).toBe('shop.paying')
  expect(endOf([])).toBe('before its start')
})

test('shows each state with its screen’s title in both languages', () => {
  const page = toPage([shop(pathOf('shop', ['open', 'paying']))], [], false)
  const shown = [...page.matchAll(/<span class="screen">(.*?) · <span lang="zh">(.*?)<\/span>/g)]
  expect(shown.map(([, ...words]) => words)).toEqual([
    ['Feedback', '意见反馈'],
    ['Feedback', '意见反馈'],
    ['Review and pay', '确认订单'],
    ['Feedback', '意见反馈'],
  ])
})

test('lists failures first, then unreached states and transitions, with counts', () => {
  const passed = bell(pathOf('bell', ['silent']))
  const broken = shop(pathOf('shop', ['open'], 'no door'))
  const unreached = coverageOf(createMachine({ id: 'lamp' }), [])
  expect(urgentFirst([passed, unreached, broken]).map(({ machine }) => machine.id)).toEqual([
    'shop',
    'lamp',
    'bell',
  ])
  const page = toPage([passed, unreached, broken], ['shop, at noon: open failed'], false)
  const heads = [...page.matchAll(/<summary><b>(.+?)<\/b> (.+?)<\/summary>/g)].map(([, ...texts]) => texts)
  expect(heads).toEqual([
    ['✕ 1', 'failed'],
    ['○ 5', 'not tried'],
  ])
  expect(page.indexOf('shop, at noon: open failed')).toBeLessThan(page.indexOf('lamp: no path walks lamp'))
})

test('finds paths whose machine, event, screen, start or outcome match every word', () => {
  const machines = dataOf(
    shop(pathOf('shop', ['open', 'paying']), pathOf('shop', ['open', 'closed'], 'Door is stuck')),
    bell(pathOf('bell', ['silent'])),
  )
  const all = [
    ['shop', 0],
    ['shop', 1],
    ['bell', 0],
  ]
  expect(findPaths(machines, ' ')).toEqual(all)
  expect(findPaths(machines, 'at noon')).toEqual(all)
  expect(findPaths(machines, 'bell')).toEqual([['bell', 0]])
  expect(findPaths(machines, '确认订单')).toEqual([['shop', 0]])
  expect(findPaths(machines, 'TO paying')).toEqual([['shop', 0]])
  expect(findPaths(machines, 'failed')).toEqual([['shop', 1]])
  expect(findPaths(machines, 'stuck')).toEqual([['shop', 1]])
  expect(findPaths(machines, 'paying stuck')).toEqual([])
})

test('groups paths by machine and end state, failed ones first', () => {
  const machines = dataOf(
    shop(
      pathOf('shop', ['open', 'paying']),
      pathOf('shop', ['open', 'closed']),
      pathOf('shop', ['closed'], 'Door is stuck'),
    ),
    bell(pathOf('bell', ['silent'])),
  )
  expect(groupPaths(machines, findPaths(machines, ''))).toEqual([
    { name: 'shop, ends in shop.closed', machine: 'shop', end: 'shop.closed', failed: 1, paths: [2, 1] },
    { name: 'shop, ends in shop.paying', machine: 'shop', end: 'shop.paying', failed: 0, paths: [0] },
    { name: 'bell, ends in bell.silent', machine: 'bell', end: 'bell.silent', failed: 0, paths: [0] },
  ])
  expect(groupPaths(machines, [])).toEqual([])
})
