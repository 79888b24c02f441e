import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const planted: Record<string, string> = {
  'core/now.ts': 'export const now = Date.now()',
  'core/today.ts': 'export const today = new Date()',
  'core/timer.ts': 'setTimeout(() => {}, 3)',
  'core/chance.ts': 'export const chance = Math.random()',
  'core/zone.ts': 'export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone',
  'core/actor.ts': 'export const start = (logic) => createActor(logic, { input: {} })',
  'web/actor.ts': 'export const start = (logic) => createActor(logic)',
  'server/now.ts': 'export const now = Date.now()',
  'server/timer.ts': 'setInterval(() => {}, 3)',
  'server/limit.ts': 'export const limit = AbortSignal.timeout(3)',
  'server/timers.ts': `import { setTimeout as wait } from 'node:timers/promises'\nawait wait(3)`,
  'server/bytes.ts': `import { randomBytes } from 'node:crypto'\nexport const bytes = randomBytes(3)`,
  'server/space.ts': `import * as crypto from 'node:crypto'\nexport const bytes = crypto.randomBytes(3)`,
}
const allowed: Record<string, string> = {
  'core/given.ts': 'export const given = (now) => new Date(now)',
  'core/given-actor.ts': 'export const start = (logic, clock) => createActor(logic, { clock, input: {} })',
  'web/timer.ts': 'setTimeout(() => {}, 3)',
  'server/clock.ts': 'export const now = () => new Date()',
  'server/random.ts': `import { randomBytes } from 'node:crypto'\nexport const bytes = randomBytes(3)`,
  'server/hash.ts': `import { createHash } from 'node:crypto'\nexport const hash = createHash('sha256')`,
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'handsfree-lint-'))
  for (const name of ['biome.json', '.gitignore', 'tools/outside.grit', 'tools/clocks.grit'])
    cpSync(join(root, name), join(folder, name))
  for (const [name, text] of Object.entries({ ...planted, ...allowed })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `${text}\n`)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Report = { diagnostics: { severity: string; location: { path: string } }[] }

it('refuses time, chance and timers that do not come from outside, and actors without a clock', () => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as Report
  const refused = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ location }) => location.path)
  expect([...new Set(refused)].sort()).toEqual(Object.keys(planted).sort())
})
