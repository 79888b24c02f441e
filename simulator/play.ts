import { spawnSync } from 'node:child_process'

/** Runs the simulator in a child process, like `npm run simulate`, for at most 5 minutes; then, its status is null. */
export function play(file: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', '--max-semi-space-size=32', file, ...args],
    {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      timeout: 300_000,
    },
  )
  return { status, output: `${stdout}${stderr}` }
}
