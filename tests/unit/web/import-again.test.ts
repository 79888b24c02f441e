import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { requireBuilt } from '../../../tools/builds.ts'

const assets = fileURLToPath(new URL('../../../web/dist/assets/', import.meta.url))

test('imports every chunk through importChunk, which retries under another URL', () => {
  requireBuilt('web')
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const read = scripts.map((file) => readFileSync(join(assets, file), 'utf8'))
  const count = (pattern: RegExp) => read.flatMap((code) => code.match(pattern) ?? []).length
  expect(count(/importChunk\([`"']\.\//g)).toBeGreaterThan(60)
  expect(count(/\bimport\([`"']/g)).toBe(0)
  // Once for travellers, for employees and for lobbies.
  expect(count(/globalThis\.importChunk=/g)).toBe(3)
})
