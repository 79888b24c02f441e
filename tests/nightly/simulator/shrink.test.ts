import { expect, test } from 'vitest'
import { chanceOf } from '../../../simulator/chance.ts'
import { diagramOf } from '../../../simulator/diagram.ts'
import { allFaults, Faults } from '../../../simulator/faults.ts'
import { reportPage } from '../../../simulator/page.ts'
import { shrink } from '../../../simulator/shrink.ts'
import { Story } from '../../../simulator/story.ts'
import type { Broken, Outcome } from '../../../simulator/world.ts'
import type { Options } from '../../../simulator/world.types.ts'

const options: Options = {
  seed: '7',
  trips: 4,
  faults: allFaults,
  isStormy: true,
  isCrewOffline: false,
  servers: 2,
  postgresUrl: null,
  start: 0,
  zone: 'Asia/Shanghai',
  until: Number.POSITIVE_INFINITY,
  without: [],
  mishaps: null,
  habits: null,
}

const ended = (broken: Broken | null): Outcome => ({
  broken,
  digest: '',
  steps: 900,
  orders: 4,
  handed: 1,
  story: new Story(),
  strikeCounts: [],
  crewCounts: { acts: 0, replayed: 0, refused: 0, lost: [], twice: [] },
  promiseResults: [
    { name: 'ordersEnd', sentence: 'Every order ends.', checks: 2 },
    { name: 'booksAreRight', sentence: 'Money in is money kept & money back.', checks: 31 },
    { name: 'noDefect', sentence: 'No unexpected errors occur.', checks: null },
  ],
})

const at = (step: number, invariant = 'booksAreRight'): Broken => ({
  invariant,
  sentence: 'Money in is money kept & money back.',
  details: 'the bank holds 3, the books say <4>',
  step,
  time: 0,
})

test('removes by halves every traveller and fault that the broken promise does not need', async () => {
  const tried: Options[] = []
  const play = async (asked: Options): Promise<Outcome> => {
    tried.push(asked)
    // The failure needs traveller 3 and a killed server. Without traveller 2, another invariant fails.
    if (asked.without.includes(2) && !asked.without.includes(1)) return ended(at(5, 'noDefect'))
    return ended(!asked.without.includes(3) && asked.faults.includes('kill') ? at(300) : null)
  }
  const told: string[] = []
  const { options: left, outcome } = await shrink(options, ended(at(800)), {
    play,
    log: (line) => told.push(line),
    now: () => 0,
  })
  expect([left.without, left.faults, left.mishaps]).toEqual([[1, 2, 4], ['kill'], []])
  expect([left.until, outcome.broken?.step]).toEqual([options.until, 300])
  expect(tried.slice(0, 3).map(({ until }) => until)).toEqual([800, 300, 300])
  expect(tried).toHaveLength(told.length)
  expect(told.slice(0, 5)).toEqual([
    'without traveller 1, 2: breaks too, at step 300',
    'without traveller 3: holds',
    'without traveller 4: breaks too, at step 300',
    'without any mishap: breaks too, at step 300',
    `without ${allFaults.join(', ')}: holds`,
  ])
})

test('removes each requested mishap and habit that is not needed', async () => {
  const asked = {
    ...options,
    trips: 1,
    faults: [],
    mishaps: ['refused', 'locked', 'one bag less'],
    habits: ['hasty', 'tabs'],
  }
  const { options: left } = await shrink(asked, ended(at(800)), {
    play: async ({ mishaps, habits }) =>
      ended(mishaps?.includes('locked') && habits?.includes('tabs') ? at(300) : null),
    log() {},
    now: () => 0,
  })
  expect([left.mishaps, left.habits]).toEqual([['locked'], ['tabs']])
})

test('starts no world after a minute of shrinking', async () => {
  let now = 0
  const told: string[] = []
  const { options: left } = await shrink(options, ended(at(800)), {
    play: async () => {
      now += 45_000
      return ended(at(300))
    },
    log: (line) => told.push(line),
    now: () => now,
  })
  expect(left.without).toEqual([1, 2, 3])
  expect(told).toHaveLength(2)
})

test('plays nothing again if no promise broke', async () => {
  const play = () => Promise.reject(new Error('played'))
  await expect(shrink(options, ended(null), { play, log() {}, now: () => 0 })).resolves.toEqual({
    options,
    outcome: ended(null),
  })
})

test('draws the machines that moved last, with the steps of their transitions', () => {
  const lines = [
    [1, 'tab 1', 'signIn → {code:{entry:typing,countdown:ticking}}'],
    [2, 'bank', 'says nothing'],
    [3, 'tab 1', 'placement → editing'],
    [4, 'tab 1', 'placement → creating'],
    [5, 'tab 1', 'placement → editing'],
    [6, 'tab 1', 'placement → creating'],
  ] as const
  expect(diagramOf(lines.map(([step, who, what]) => ({ step, time: 0, who, what })))).toBe(`stateDiagram-v2
  classDef last font-weight:bold,stroke-width:3px
  state "tab 1: signIn" as m0 {
    state "code.(entry.typing, countdown.ticking)" as m0s0
    [*] --> m0s0: 1
  }
  class m0s0 last
  state "tab 1: placement" as m1 {
    state "editing" as m1s0
    state "creating" as m1s1
    [*] --> m1s0: 3
    m1s0 --> m1s1: 4, 6
    m1s1 --> m1s0: 5
  }
  class m1s1 last`)
})

test('writes a page with the broken promise, a line per person and machine, and the command to repeat it', () => {
  const story = new Story()
  const outcome = { ...ended(at(12)), story }
  story.time = Date.parse('2026-03-29T01:30:00Z')
  for (const [step, who, what] of [
    [1, 'traveller 1', 'comes, visit 1'],
    [5, 'traveller 1/tab 1', 'placement → editing'],
    [9, 'traveller 1/tab 1', 'placement → creating'],
    [12, 'bank', 'says {"kind":"session"}'],
  ] as const) {
    story.step = step
    story.log(who, what)
  }
  const page = reportPage(options, outcome, '--seed 7 --trips 4')
  expect(page).toContain('<strong>Money in is money kept &amp; money back.</strong> (booksAreRight)')
  expect(page).toContain('the bank holds 3, the books say &lt;4&gt;')
  expect(page).toContain('<code>npm run simulate -- --seed 7 --trips 4</code>')
  expect(page.match(/<tbody>(.*?)<\/tbody>/)?.[1]).toBe(
    '<tr><th scope="row"><strong>broken</strong> Money in is money kept &amp; money back.</th><td>booksAreRight</td><td>31</td></tr>' +
      '<tr><th scope="row">Every order ends.</th><td>ordersEnd</td><td>2</td></tr>' +
      '<tr><th scope="row">No unexpected errors occur.</th><td>noDefect</td><td>at the event</td></tr>',
  )
  expect(page.match(/<circle /g)).toHaveLength(4)
  expect(page).toContain('<th scope="row">traveller 1/tab 1: placement</th><td>editing → creating</td>')
  expect(page).toContain(
    '<td>12</td><td>03-29 01:30:00</td><td>bank</td><td>says {&quot;kind&quot;:&quot;session&quot;}</td>',
  )
  expect(page).toContain('<pre class="mermaid">stateDiagram-v2')
  expect(page).toContain('m0s0 --&gt; m0s1: 9')
  const [shown = ''] = page.split('<script>')
  expect(shown).not.toMatch(/<script|https?:/)
})

test('applies only the requested faults, each with its own chance', () => {
  const strikes = (kinds: Options['faults']) => {
    const faults = new Faults(chanceOf('seed'), kinds)
    return Array.from({ length: 200 }, () => [faults.strikes('dispute'), faults.strikes('offline')])
  }
  const both = strikes(['dispute', 'offline'])
  expect(both.flat()).toContain(true)
  expect(strikes(['offline'])).toEqual(both.map(([, offline]) => [false, offline]))
})
