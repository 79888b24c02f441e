import { expect, it } from 'vitest'
import { lintPlanted } from './planted-lint.ts'

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

it('refuses time, chance and timers that do not come from outside, and actors without a clock', () => {
  const refused = lintPlanted({ ...planted, ...allowed }).map((line) => line.split(': ')[0])
  expect([...new Set(refused)]).toEqual(Object.keys(planted).sort())
})
