import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../statecharts/registry.ts'
import { records } from '../../nightly/planted/records.ts'
import { plantBug } from '../../nightly/planted/tree.ts'

test('applies every planted bug to the current sources', () => {
  expect(records.length).toBeGreaterThanOrEqual(60)
  for (const bug of records) {
    const source = readFileSync(join(root, bug.file), 'utf8')
    expect(plantBug(source, bug), bug.id).not.toBe(source)
  }
})

test('names simulator worlds for at least 20 planted bugs', () => {
  const named = records.filter(({ worlds = [] }) => worlds.length > 0)
  expect(named.length).toBeGreaterThanOrEqual(20)
})

test('names each planted bug once, with a sentence and existing tests', () => {
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
  expect(records.filter(({ sentence }) => !/^[A-Z].*\.$/.test(sentence)).map(({ id }) => id)).toEqual([])
  const tests = records.flatMap((bug) => bug.tests)
  expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
