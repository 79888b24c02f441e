import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../../statecharts/registry.ts'
import { equivalents } from '../../nightly/planted/equivalents.ts'
import {
  generate,
  groups,
  type Mutant,
  mutantsOf,
  nameOfMutant,
  plantMutant,
  sampleOf,
} from '../../nightly/planted/generate.ts'

const all = groups.map(generate)

const mutated = (source: string, file = 'core/lib/example.ts') =>
  mutantsOf(file, source).map((mutant) => plantMutant(source, mutant))

it('negates conditions, drops operands, swaps comparisons and changes constants', () => {
  expect(mutated('const isLate = a < 3 || !b')).toEqual([
    'const isLate = a < 3',
    'const isLate = !b',
    'const isLate = a <= 3 || !b',
    'const isLate = a < 4 || !b',
  ])
  expect(mutated('const x = !a ? true : b')).toEqual(['const x = a ? true : b', 'const x = !a ? false : b'])
})

it('drops guards, actions and fields of assign in machines', () => {
  const chart = `const m = { go: { guard: 'isOpen', actions: ['a', 'b'] }, set: assign({ problem: null }) }`
  expect(mutated(chart, 'core/lib/example.machine.ts')).toEqual([
    chart.replace(`guard: 'isOpen',`, ''),
    `import { not as negated } from 'xstate'; ${chart.replace(`'isOpen'`, `negated('isOpen')`)}`,
    chart.replace(`'a',`, ''),
    chart.replace(`, 'b'`, ''),
    chart.replace('problem: null', ''),
  ])
})

it('drops conditions of queries and swaps their comparisons', () => {
  const query = 'const q = db.select().where(and(eq(a, b), isOpen))'
  expect(mutated(query)).toEqual([
    'const q = db.select().where(undefined)',
    'const q = db.select().where(and( isOpen))',
    'const q = db.select().where(and(eq(a, b)))',
    `import { ne as neMutant } from 'drizzle-orm'; const q = db.select().where(and(neMutant(a, b), isOpen))`,
  ])
})

it('leaves types, logs and errors alone', () => {
  expect(mutated(`type A = { a: 3 | true }; log.info(a < 3); throw new Error(a < 3 ? 'b' : 'c')`)).toEqual([])
})

it('chooses the same mutants for a seed, each once, from many files', () => {
  const rules = all[1] ?? []
  const chosen = sampleOf(rules, 200, 7)
  expect(sampleOf(rules, 200, 7)).toEqual(chosen)
  expect(sampleOf(rules, 200, 8)).not.toEqual(chosen)
  expect(new Set(chosen.map(nameOfMutant)).size).toBe(200)
  expect(new Set(chosen.map(({ file }) => file)).size).toBeGreaterThan(60)
})

it('plants mutants that parse', () => {
  const sources = new Map<string, string>()
  const sourceOf = ({ file }: Mutant) => sources.get(file) ?? readFileSync(join(root, file), 'utf8')
  for (const mutant of all.flatMap((mutants) => sampleOf(mutants, 60, 1))) {
    sources.set(mutant.file, sourceOf(mutant))
    expect(
      () => mutantsOf(mutant.file, plantMutant(sourceOf(mutant), mutant)),
      nameOfMutant(mutant),
    ).not.toThrow()
  }
})

it('names equivalent mutants that still exist', () => {
  const names = new Set(all.flat().map(nameOfMutant))
  expect(Object.keys(equivalents).filter((name) => !names.has(name))).toEqual([])
})
