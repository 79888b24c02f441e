import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** npm warns about the Node it runs on: CI runs this test on the oldest supported one. */
test('installs without an EBADENGINE warning about a package’s Node version', async () => {
  const { stderr } = await promisify(execFile)('npm', ['ci', '--dry-run', '--offline', '--no-audit'], {
    cwd: root,
  })
  expect(stderr).not.toContain('EBADENGINE')
})

test('contains no registry URLs', async () => {
  expect(await readFile(`${root}package-lock.json`, 'utf8')).not.toMatch(/"resolved": "https?:/)
})
