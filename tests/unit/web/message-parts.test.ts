import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import messages from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { partOf } from '../../../tools/messages-plugin.ts'
import { readModule, type SourceModule } from '../../../tools/read-module.ts'
import { routeTable } from '../../../web/route-table.ts'
import { fit, scanKeys } from '../core/i18n/message-scan.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const keys = Object.keys(messages)

/** The file of one of our imports; null for packages, styles and type imports. */
function resolve(from: string, wanted: string): string | null {
  const core = /^@handsfree\/core(?:\/(\w+))?$/.exec(wanted)
  const path = core ? join('core', core[1] ?? '', 'index.ts') : normalize(join(dirname(from), wanted))
  return (core || wanted.startsWith('.')) && /\.tsx?$/.test(path) && existsSync(join(root, path))
    ? path
    : null
}

const modules = new Map<string, SourceModule>()
function moduleOf(file: string): SourceModule {
  const module = modules.get(file) ?? readModule(join(root, file))
  modules.set(file, module)
  return module
}

/** The file that defines an exported name, through re-exports. */
function homeOf(file: string, wanted: string): string | null {
  const named = moduleOf(file).exports.filter(({ name }) => name === wanted || name === '*')
  if (named.some(({ from }) => from === null)) return file
  for (const { from } of named) {
    const next = resolve(file, from ?? '')
    const home = next && homeOf(next, wanted)
    if (home) return home
  }
  return null
}

/** Files that a file loads: its imports, and lazy imports without their own messages. */
function importsOf(file: string): string[] {
  const { imports, loads } = moduleOf(file)
  const found = imports.flatMap(({ from, names }) => {
    const next = resolve(file, from)
    if (!next) return []
    return /index\.ts$/.test(next) ? names.flatMap((name) => homeOf(next, name) ?? []) : [next]
  })
  // A screen without a list of messages loads all of them.
  const loaded = loads.flatMap(({ from, by }) => {
    const next = by === 'lazyScreen' ? null : resolve(file, from)
    return next ? [next] : []
  })
  return [...found, ...loaded]
}

const imports = new Map<string, string[]>()

function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const next = imports.get(file) ?? importsOf(file)
  imports.set(file, next)
  for (const other of next) reach(other, seen)
  return seen
}

const known = new Map<string, readonly string[]>()

/** Messages that a file names, by key or by pattern. */
function namedIn(file: string): readonly string[] {
  const { named, patterns } = scanKeys([file])
  const literal = new Set(moduleOf(file).texts)
  const said = [...named.map(({ key }) => key), ...patterns].filter((key) => /^\w+\..*\*/.test(key))
  const found = keys.filter((key) => literal.has(key) || said.some((pattern) => fit(pattern, key)))
  known.set(file, found)
  return found
}

const named = (files: Iterable<string>): string[] => [
  ...new Set([...files].flatMap((file) => known.get(file) ?? namedIn(file))),
]

/** Messages of each route that aren't in any of its message parts. */
const missing = Object.fromEntries(
  routeTable.flatMap(({ path, file, hasFirstMessages }) => {
    const parts = hasFirstMessages ? ['first'] : ['first', 'rest']
    const left = named(reach(`web/${file}`)).filter((key) => !parts.includes(partOf(key) ?? ''))
    return left.length > 0 ? [[path, left]] : []
  }),
)

test('loads every message that a page uses with its message parts', () => {
  expect(named(reach('web/pages/orders/OrderDetail.page.tsx'))).toContain('orderHeadline.cancelled')
  expect(missing).toEqual({})
})
