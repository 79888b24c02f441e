import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** One session for all files of a worker, each of which runs this setup. */
const shared = globalThis as { coverageSession?: Session }
const session = shared.coverageSession ?? new Session()
if (!shared.coverageSession) {
  session.connect()
  await session.post('Profiler.enable')
  shared.coverageSession = session
}

/** Functions of core and server that ran since the last call, by file. */
async function takeFunctions(): Promise<Record<string, string[]>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files: Record<string, string[]> = {}
  for (const { url, functions } of result) {
    const file = relative(root, url.startsWith('file:') ? fileURLToPath(url) : url)
    if (!/^(core|server)\//.test(file) || file.includes('node_modules')) continue
    const names = functions.flatMap(({ functionName, ranges }) =>
      (ranges[0]?.count ?? 0) > 0 ? (functionName.split('.').at(-1) ?? []) : [],
    )
    if (names.length > 0) files[file] = [...new Set(names)].filter(Boolean)
  }
  return files
}

let since = performance.now()

async function record(test: string): Promise<void> {
  const milliseconds = Math.round(performance.now() - since)
  const line = { test, milliseconds, functions: await takeFunctions() }
  appendFileSync(join(root, 'coverage.jsonl'), `${JSON.stringify(line)}\n`)
  since = performance.now()
}

beforeAll(async () => {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await takeFunctions()
  since = performance.now()
})

let file = ''
let machine: string | undefined

beforeEach(async ({ task }) => {
  file = task.file.name
  if (!file.endsWith('models/models.test.ts')) return
  let { suite } = task
  while (suite?.suite) suite = suite.suite
  // One file tests all machines. Each builds its graph before its first test, and walks no path.
  if (suite?.name !== machine) await record(`${file} ${suite?.name}`)
  machine = suite?.name
})
afterAll(async () => {
  if (!machine) await record(file)
  machine = undefined
  await session.post('Profiler.stopPreciseCoverage')
})
