import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../../tools/built-server.ts'

/** Starts `npm run dev` on a free port and collects its output. */
async function startDev(folder: string) {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HANDSFREE_DATA: folder,
    NODE_ENV: 'development',
    // Vite colours its output where `CI` is set, which splits `Local:`.
    NO_COLOR: '1',
  }
  const args = ['node_modules/tsx/dist/cli.mjs', 'scripts/dev.ts']
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, args, { env })
  const printed = { out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    printed.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed.error += chunk
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  return { child, printed, isUp }
}

const soon = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 60_000, interval: 200 })

test('prints no web address when its server refuses to start, and exits with its parent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-dev-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const first = await startDev(folder)
  await soon(() =>
    expect(first.printed.out).toMatch(/Local:[\s\S]*Inspect: +http:\/\/localhost:\d+\/\?inspect/),
  )
  const second = await startDev(folder)
  await soon(() => expect(second.printed.error).toContain('is in use'))
  expect(second.printed.out).toBe('')
  first.child.kill('SIGKILL')
  await soon(async () => expect(await first.isUp()).toBe(false))
}, 200_000)
