import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isBuiltWithKey } from '../../../../server/runtime/http/is-built-with-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'handsfree-web-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [own, other, quoted] = ['nT4-xWc0Qe8uKzLr', 'b7Lq+0sVdY3wXk2M', 'a "quoted" key \\']

test('finds the key that a web build signs with, and no other', () => {
  expect(isBuiltWithKey(folder, [own])).toBe(true)
  mkdirSync(join(folder, 'assets'))
  expect(isBuiltWithKey(folder, [own])).toBe(false)
  writeFileSync(join(folder, 'assets/index-1.js'), 'start()')
  writeFileSync(
    join(folder, 'assets/app-1.js'),
    `const key=${JSON.stringify(own)},old=${JSON.stringify(quoted)}`,
  )
  expect([[own], [other], [other, own], [quoted]].map((keys) => isBuiltWithKey(folder, keys))).toEqual([
    true,
    false,
    true,
    true,
  ])
})
