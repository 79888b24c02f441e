import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as client from '@handsfree/core/client'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const modules = join(root, 'node_modules')
const megabyte = 1024 * 1024

type Package = {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
const packageIn = (folder: string): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

/** Packages that an installation brings: dependencies and required peers. */
function installed(folder: string, found = new Set<string>()): Set<string> {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packageIn(folder)
  const required = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  for (const name of [...Object.keys(dependencies), ...required]) {
    if (found.has(name) || !existsSync(join(modules, name))) continue
    found.add(name)
    installed(join(modules, name), found)
  }
  return found
}

test('installs with at most 40 MB', () => {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts', '-w', 'core']
  const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }))
  const names = [...installed(join(root, 'core'))]
  expect(names).toContain('xstate')
  expect(names.filter((name) => /polyfill|csv|jsonc|intl-displaynames/.test(name))).toEqual([])
  const total = names.reduce((sum, name) => sum + sizeOf(join(modules, name)), packed.unpackedSize)
  expect(total / megabyte).toBeLessThanOrEqual(40)
})

test('exports about a hundred names for a traveller’s client', () => {
  expect(Object.keys(client).length).toBeLessThanOrEqual(100)
})
