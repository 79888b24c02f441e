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
  'server/bare-timers.ts': `import { setTimeout as wait } from 'timers/promises'\nawait wait(3)`,
  'server/hrtime.ts': 'export const now = process.hrtime.bigint()',
  'server/uptime.ts': 'export const seconds = process.uptime()',
  'server/bytes.ts': `import { randomBytes } from 'node:crypto'\nexport const bytes = randomBytes(3)`,
  'server/space.ts': `import * as crypto from 'node:crypto'\nexport const bytes = crypto.randomBytes(3)`,
  'server/default.ts': `import crypto from 'node:crypto'\nexport const bytes = crypto.randomBytes(3)`,
  'server/default-as.ts': `import { default as chance } from 'node:crypto'\nexport const bytes = chance.randomBytes(3)`,
  'server/default-beside.ts': `import chance, { createHash } from 'node:crypto'\nexport const all = { chance, createHash }`,
  'server/type-default.ts': `import type from 'node:crypto'\nexport const bytes = type.randomBytes(3)`,
  'server/bare.ts': `import chance from 'crypto'\nexport const bytes = chance.randomBytes(3)`,
  'server/renamed.ts': `import { randomBytes as bytes } from 'node:crypto'\nexport const key = bytes(3)`,
  'server/renamed-beside.ts': `import { createHash, randomUUID as id } from 'node:crypto'\nexport const all = { createHash, id }`,
  'server/several-lines.ts': `import {\n  createHash,\n  randomInt as below,\n} from 'node:crypto'\nexport const all = { below, createHash }`,
  'server/fill.ts': `import { randomFill } from 'node:crypto'\nrandomFill(Buffer.alloc(3), () => {})`,
  'server/fill-sync.ts': `import { randomFillSync as fill } from 'node:crypto'\nfill(Buffer.alloc(3))`,
  'server/web.ts': `import { webcrypto } from 'node:crypto'\nwebcrypto.subtle.digest('SHA-256', Buffer.alloc(3))`,
  'server/values.ts': `import { getRandomValues as values } from 'node:crypto'\nvalues(Buffer.alloc(3))`,
  'server/runtime/keys.ts': `import { generateKeySync } from 'node:crypto'\nexport const key = generateKeySync('aes', { length: 256 })`,
  'server/global.ts': 'export const bytes = globalThis.crypto.getRandomValues(Buffer.alloc(3))',
  'server/later.ts': `export const chance = await import('node:crypto')`,
  'server/built-in.ts': `export const chance = process.getBuiltinModule('node:crypto')`,
  'server/passed-on.ts': `export { randomBytes } from 'node:crypto'`,
  'server/all-passed-on.ts': `export * from 'node:crypto'`,
  'server/measured.ts': `import { performance as measured } from 'node:perf_hooks'\nexport const now = measured.now()`,
  'server/hooks.ts': `import hooks from 'perf_hooks'\nexport const now = hooks.performance.now()`,
  'core/bytes.ts': `import chance from 'node:crypto'\nexport const bytes = chance.randomBytes(3)`,
}
const allowed: Record<string, string> = {
  'core/given.ts': 'export const given = (now) => new Date(now)',
  'core/given-actor.ts': 'export const start = (logic, clock) => createActor(logic, { clock, input: {} })',
  'web/timer.ts': 'setTimeout(() => {}, 3)',
  'server/runtime/clock.ts': 'export const now = () => new Date()',
  'server/runtime/random.ts': `import { randomBytes } from 'node:crypto'\nexport const bytes = randomBytes(3)`,
  'server/hash.ts': `import { createHash } from 'node:crypto'\nexport const hash = createHash('sha256')`,
  'server/keyed.ts': `import { createCipheriv, createHash as hash, createHmac, timingSafeEqual } from 'node:crypto'\nexport const all = { createCipheriv, createHmac, hash, timingSafeEqual }`,
  'server/derived.ts': `import {\n  type Hash,\n  hkdfSync,\n} from 'node:crypto'\nexport const derive = (hash: Hash) => hkdfSync('sha256', hash.digest(), '', '', 32)`,
  'server/key-type.ts': `import type { KeyObject } from 'node:crypto'\nexport type Key = KeyObject`,
  'server/api/metrics/metrics.ts': `import { monitorEventLoopDelay, performance } from 'node:perf_hooks'\nexport const all = { delay: monitorEventLoopDelay(), load: performance.eventLoopUtilization() }`,
}

it('refuses direct use of time, randomness and timers, and actors without a clock', () => {
  const refused = lintPlanted({ ...planted, ...allowed }).map((line) => line.split(': ')[0])
  expect([...new Set(refused)]).toEqual(Object.keys(planted).sort())
})
