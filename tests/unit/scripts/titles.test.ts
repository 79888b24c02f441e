import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readModule } from '../../../tools/read-module.ts'
import { beginsWithVerb } from '../../titles.ts'

// Vitest checks its own titles before each test, in `tests/each-test.ts`. Titles of model tests are generated.
test('begins the title of every Playwright test with a verb', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts') && !file.endsWith('.model.spec.ts'))
    .map((file) => folder + file)
  const titles = files
    .flatMap((file) => readModule(file).titledCalls)
    .filter(({ callee }) => ['test', 'visits'].includes(callee))
    .map(({ title }) => title)
  expect(titles.length).toBeGreaterThan(100)
  expect(titles.filter((title) => !beginsWithVerb.test(title))).toEqual([])
})
