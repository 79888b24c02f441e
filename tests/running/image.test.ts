import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const stages = read('Dockerfile').split(/^(?=FROM )/m)
const lock: { packages: Record<string, object> } = JSON.parse(read('package-lock.json'))
const places = Object.keys(lock.packages)

test('gives npm the package of every workspace', () => {
  const workspaces = places.filter((place) => place !== '' && !place.includes('node_modules'))
  expect(workspaces).toContain('server')
  const copied = [...(stages[1] ?? '').matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(
    ([, place]) => place,
  )
  expect(copied.sort()).toEqual(workspaces.sort())
})

test('takes packages into the image that npm puts into the folder of a workspace', () => {
  const own = places.flatMap((place) => /^(core|server)(?=\/node_modules\/)/.exec(place)?.[0] ?? [])
  const last = stages.at(-1) ?? ''
  const isTaken = (workspace: string) =>
    /^COPY --from=runtime \/app \.$/m.test(last) ||
    last.includes(`COPY --from=runtime /app/${workspace}/node_modules ${workspace}/node_modules`)
  expect(own.filter((workspace) => !isTaken(workspace))).toEqual([])
})
