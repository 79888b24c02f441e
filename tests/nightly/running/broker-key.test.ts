import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { deriveKeys } from '../../../server/runtime/keys.ts'

const secret = 'a-secret-of-the-tests-alone,-32-characters-and-more'

const script = fileURLToPath(new URL('../../../server/broker-key.ts', import.meta.url))

/** Runs `broker-key.js` in a folder with this `.env` and no other settings. */
function printKey(env: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'handsfree-key-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, '.env'), env)
  const args = ['--import', import.meta.resolve('tsx'), '--conditions=handsfree-source', script]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    encoding: 'utf8',
  })
  return { stdout, stderr, status, files: readdirSync(cwd) }
}

test('prints the broker’s key for an operator, and no other key or secret', () => {
  // As in docs/guide/operate.md, where compose.yaml sets production.
  const page = readFileSync(new URL('../../../docs/guide/operate.md', import.meta.url), 'utf8')
  const [, env = ''] = /write `\.env`:\s+```sh\n(.+?)```/s.exec(page) ?? []
  expect(env).toContain('STRIPE_SECRET_KEY=')
  expect(printKey(env.replace(/HANDSFREE_SECRET=\S+/, `HANDSFREE_SECRET=${secret}`))).toEqual({
    stdout: `${deriveKeys(secret).broker}\n`,
    stderr: '',
    status: 0,
    files: ['.env'],
  })
})

test('prints no broker key without a secret, and creates none', () => {
  expect(printKey('PUBLIC_URL=https://bags.example')).toEqual({
    stdout: '',
    stderr:
      'HANDSFREE_SECRET is missing. The broker key is derived from it: set the value that the server uses.\n',
    status: 1,
    files: ['.env'],
  })
})
