import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const stages = read('Dockerfile').split(/^(?=FROM )/m)
const lock: { packages: Record<string, object> } = JSON.parse(read('package-lock.json'))
const places = Object.keys(lock.packages)

test('copies the package.json of every workspace for npm', () => {
  const workspaces = places.filter((place) => place !== '' && !place.includes('node_modules'))
  expect(workspaces).toContain('server')
  const copied = [...(stages[1] ?? '').matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(
    ([, place]) => place,
  )
  expect(copied.sort()).toEqual(workspaces.sort())
})

test('copies packages into the image that npm installs in a workspace’s folder', () => {
  const own = places.flatMap((place) => /^(core|server)(?=\/node_modules\/)/.exec(place)?.[0] ?? [])
  const last = stages.at(-1) ?? ''
  const isTaken = (workspace: string) =>
    /^COPY --from=runtime \/app \.$/m.test(last) ||
    last.includes(`COPY --from=runtime /app/${workspace}/node_modules ${workspace}/node_modules`)
  expect(own.filter((workspace) => !isTaken(workspace))).toEqual([])
})

test('limits the log of every long-running container', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const staying = Object.entries<{ restart?: string; logging?: object }>(services).filter(
    ([, { restart }]) => restart === 'unless-stopped',
  )
  const bounded = { driver: 'local', options: { 'max-size': '50m', 'max-file': '10' } }
  expect(staying.map(([name, { logging }]) => [name, logging])).toEqual(
    ['app-1', 'app-2', 'db', 'storage', 'proxy'].map((name) => [name, bounded]),
  )
})
