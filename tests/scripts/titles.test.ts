import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { beginsWithVerb } from '../titles.ts'

// Vitest checks its own titles before each test, in `tests/each-test.ts`.
test('begins the title of every Playwright test with a verb', () => {
  const folders = ['journeys', 'web'].map((folder) =>
    fileURLToPath(new URL(`../${folder}/`, import.meta.url)),
  )
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.spec.ts'))
      .map((file) => readFileSync(folder + file, 'utf8')),
  )
  const titles = sources.flatMap((source) =>
    [...source.matchAll(/^\s*(?:test|visits)\(\s*(['`])(.+?)\1,/gm)].map(([, , title = '']) => title),
  )
  expect(titles.length).toBeGreaterThan(100)
  expect(titles.filter((title) => !beginsWithVerb.test(title))).toEqual([])
})
