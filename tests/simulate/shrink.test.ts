import { expect, test } from 'vitest'
import { chanceOf } from './chance.ts'
import { allFaults, Faults } from './faults.ts'
import { pageOf } from './page.ts'
import { shrink } from './shrink.ts'
import { Story } from './story.ts'
import type { Broken, Outcome } from './world.ts'
import type { Options } from './world.types.ts'

const options: Options = {
  seed: '7',
  trips: 4,
  faults: allFaults,
  isStormy: true,
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
  struck: [],
})

const at = (step: number, invariant = 'booksAreRight'): Broken => ({
  invariant,
  sentence: 'Money in is money kept & money back.',
  details: 'the bank holds 3, the books say <4>',
  step,
  time: 0,
})

test('leaves out every traveller and fault that the broken promise does without', async () => {
  const tried: Options[] = []
  const play = async (asked: Options): Promise<Outcome> => {
    tried.push(asked)
    // Traveller 3 and a server that is killed break it; without traveller 2 another promise breaks.
    if (asked.without.includes(2)) return ended(at(5, 'noDefect'))
    return ended(!asked.without.includes(3) && asked.faults.includes('kill') ? at(300) : null)
  }
  const told: string[] = []
  const { options: left, outcome } = await shrink(options, ended(at(800)), {
    play,
    tell: (line) => told.push(line),
  })
  expect([left.without, left.faults, left.until]).toEqual([[1, 4], ['kill'], options.until])
  expect(outcome.broken?.step).toBe(300)
  expect(tried.slice(0, 3).map(({ until }) => until)).toEqual([800, 300, 300])
  expect(tried).toHaveLength(told.length)
  expect(told.slice(0, 2)).toEqual([
    'without traveller 1: breaks too, at step 300',
    'without traveller 2: holds',
  ])
})

test('plays nothing again where no promise broke', async () => {
  const play = () => Promise.reject(new Error('played'))
  await expect(shrink(options, ended(null), { play, tell() {} })).resolves.toEqual({
    options,
    outcome: ended(null),
  })
})

test('writes a page with what broke, a line for each person, each machine, and how to play it again', () => {
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
    story.tell(who, what)
  }
  const page = pageOf(options, outcome, '--seed 7 --trips 4')
  expect(page).toContain('<strong>Money in is money kept &amp; money back.</strong> (booksAreRight)')
  expect(page).toContain('the bank holds 3, the books say &lt;4&gt;')
  expect(page).toContain('<code>npm run simulate -- --seed 7 --trips 4</code>')
  expect(page.match(/<circle /g)).toHaveLength(4)
  expect(page).toContain('<th scope="row">traveller 1/tab 1: placement</th><td>editing → creating</td>')
  expect(page).toContain(
    '<td>12</td><td>03-29 01:30:00</td><td>bank</td><td>says {&quot;kind&quot;:&quot;session&quot;}</td>',
  )
  expect(page).not.toMatch(/<script|https?:/)
})

test('strikes with the faults that were asked for alone, each by a chance of its own', () => {
  const strikes = (kinds: Options['faults']) => {
    const faults = new Faults(chanceOf('seed'), kinds)
    return Array.from({ length: 200 }, () => [faults.strikes('dispute'), faults.strikes('offline')])
  }
  const both = strikes(['dispute', 'offline'])
  expect(both.flat()).toContain(true)
  expect(strikes(['offline'])).toEqual(both.map(([, offline]) => [false, offline]))
})
