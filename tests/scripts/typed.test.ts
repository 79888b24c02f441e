import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** What a phone’s own keyboard fills in at once. */
const filledIn = [
  'journeys/sign-in.spec.ts: await boxes(page).first().fill(code)',
  'journeys/sign-in.spec.ts: await boxes(tab).first().fill(code)',
]

test('types key by key wherever people do', () => {
  const folder = (name: string) => fileURLToPath(new URL(`../${name}/`, import.meta.url))
  const files = ['journeys', 'web', 'models'].flatMap((name) =>
    readdirSync(folder(name))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [`${name}/${file}`, readFileSync(folder(name) + file, 'utf8')] as const),
  )
  const found = files.flatMap(([file, source]) =>
    source
      .split('\n')
      .filter((line) => line.includes('.fill('))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual(filledIn.map((line) => expect.stringContaining(line)))
  expect(files.length).toBeGreaterThan(60)
})
