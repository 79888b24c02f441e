import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Codes that a phone's keyboard inserts in one input event. */
const codesFilledIn = [
  'e2e/account/sign-in.spec.ts: await boxes(page).first().fill(code)',
  'e2e/account/sign-in.spec.ts: await boxes(tab).first().fill(code)',
]

test('types key by key in browser tests, except where a phone fills in the code', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const files = ['e2e', 'nightly/journeys', 'nightly/screens']
    .flatMap((name) =>
      readdirSync(folder + name, { recursive: true, encoding: 'utf8' }).map((file) => `${name}/${file}`),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(folder + file, 'utf8')] as const)
  const found = files.flatMap(([file, source]) =>
    source
      .split('\n')
      .filter((line) => line.includes('.fill('))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual(codesFilledIn.map((line) => expect.stringContaining(line)))
  expect(files.length).toBeGreaterThan(60)
})
