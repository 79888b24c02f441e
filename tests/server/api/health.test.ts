import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHealthPlugin } from '../../../server/api/health.plugin.ts'
import { createDiskStore } from '../../../server/runtime/files/disk-store.ts'
import { systemRandom } from '../../../server/runtime/random.ts'
import type { FileStore, Services } from '../../../server/runtime/services.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handsfree-health-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const fullDisk = () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }))
const never = () => new Promise<never>(() => {})
const roomy: Partial<FileStore> = { write: async () => {}, remove: async () => {} }

type Given = {
  query?: () => Promise<unknown>
  fileStore?: Partial<FileStore>
  check?: () => Promise<void>
  /** Epoch seconds of the database. */
  databaseSeconds?: () => Promise<number>
  pressure?: { maxEventLoopDelay: number; sampleInterval: number }
}

/** Only the health routes, with the test's database, file store, clock and waits. */
const start = async ({
  query = async () => [],
  fileStore = {},
  check = async () => {},
  databaseSeconds = async () => 0,
  pressure,
}: Given = {}) => {
  const log: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line) => log.push(line) } } })
  let time = 0
  let queries = 0
  const stopping = new AbortController()
  let waits: (() => void)[] = []
  const execute = () => {
    queries++
    return query()
  }
  const services = {
    db: {
      execute,
      select: () => ({ from: async () => [{ seconds: await databaseSeconds() }] }),
    },
    fileStore: { ...createDiskStore(folder, systemRandom), ...fileStore },
    realtime: { check },
    settings: { s3: null },
    stopping: stopping.signal,
    now: () => new Date(time),
  } as unknown as Services
  const wait = () => new Promise<void>((resolve) => waits.push(resolve))
  await createHealthPlugin({ wait, ...(pressure && { pressure }) })(app, services)
  const ask = async (path = '/ready') => {
    const { statusCode, headers, body } = await app.inject(path)
    return [statusCode, headers['cache-control'], JSON.parse(body)]
  }
  return {
    ask,
    beginStop: () => stopping.abort(),
    log,
    queries: () => queries,
    advance: (milliseconds: number) => {
      time += milliseconds
    },
    /** Ends the pending waits of one second. */
    endWaits: async () => {
      while (waits.length === 0) await new Promise((resolve) => setImmediate(resolve))
      for (const end of waits.splice(0)) end()
      waits = []
    },
  }
}

const well = [200, 'no-store', { status: 'ok' }]
const unwell = (...parts: string[]) => [503, 'no-store', { status: 'unavailable', unwell: parts }]

test('reports ok and leaves no file while the database and the storage work', async () => {
  const { ask } = await start()
  expect(await ask()).toEqual(well)
  expect(readdirSync(folder)).toEqual([])
})

test('reports and logs failing storage on a full disk', async () => {
  const { ask, log, advance } = await start({ fileStore: { write: fullDisk } })
  expect(await ask()).toEqual(unwell('storage'))
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { part: 'storage', message: 'ENOSPC: no space left', msg: 'not well' },
  ])
  expect(await ask()).toEqual(unwell('storage'))
  advance(3_000)
  await ask()
  expect(log).toHaveLength(2)
})

test('names every failing dependency on /ready', async () => {
  const gone = () => Promise.reject(new Error('gone, with the password in it'))
  const { ask } = await start({ query: gone, check: gone, fileStore: { write: fullDisk } })
  expect(await ask()).toEqual(unwell('database', 'broker', 'storage'))
})

test('returns 200 on /health without a query while dependencies hang or the server stops', async () => {
  const { ask, queries, beginStop } = await start({ query: never, check: never, fileStore: { write: never } })
  expect(await ask('/health')).toEqual(well)
  beginStop()
  expect([await ask('/health'), queries()]).toEqual([well, 0])
})

test('returns 503 on both /ready paths during a stop, without a query', async () => {
  const { ask, queries, beginStop } = await start({ query: never })
  beginStop()
  const stopping = [503, 'no-store', { status: 'stopping' }]
  expect([await ask(), await ask('/ready/instance'), queries()]).toEqual([stopping, stopping, 0])
})

test('keeps /ready/instance at 200 while shared dependencies are down or hang', async () => {
  const { ask, queries } = await start({ query: never, check: never, fileStore: { write: fullDisk } })
  expect([await ask('/ready/instance'), queries()]).toEqual([well, 0])
})

/** Blocks the event loop like heavy load. */
const block = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('returns 503 only on /ready/instance while the event loop is late', async () => {
  const { ask } = await start({ fileStore: roomy, pressure: { maxEventLoopDelay: 60, sampleInterval: 50 } })
  const overloaded = [503, 'no-store', { status: 'overloaded' }]
  await expect
    .poll(async () => {
      block(150)
      // Lets timers, including the delay monitor, run before the next request is read.
      await new Promise((resolve) => setTimeout(resolve, 0))
      return ask('/ready/instance')
    })
    .toEqual(overloaded)
  expect([await ask('/health'), await ask()]).toEqual([well, well])
  await expect.poll(() => ask('/ready/instance'), { timeout: 10_000 }).toEqual(well)
})

test('waits 1 s for a hanging query, and starts no other for 30 s', async () => {
  const { ask, endWaits, advance, queries } = await start({ query: never, fileStore: roomy })
  for (const passed of [0, 3_000, 26_999]) {
    advance(passed)
    const asked = Promise.all([ask(), ask(), ask()])
    await endWaits()
    expect(await asked).toEqual([unwell('database'), unwell('database'), unwell('database')])
    expect([passed, queries()]).toEqual([passed, 1])
  }
  advance(3_001)
  const asked = ask()
  await endWaits()
  expect([await asked, queries()]).toEqual([unwell('database'), 2])
})

test('reports ok again once a hanging query has ended', async () => {
  let end = () => {}
  const { ask, endWaits, advance } = await start({
    query: () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
    fileStore: roomy,
  })
  const first = ask()
  await endWaits()
  expect(await first).toEqual(unwell('database'))
  advance(3_000)
  const second = ask()
  await new Promise((resolve) => setImmediate(resolve))
  end()
  expect(await second).toEqual(well)
})

test('checks its dependencies at most once in 3 s, and again after the clock is set back', async () => {
  const { ask, advance, queries } = await start()
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask()))
  expect([answers.every(([status]) => status === 200), queries()]).toEqual([true, 1])
  advance(2_999)
  await ask()
  expect(queries()).toBe(1)
  advance(1)
  await ask()
  expect(queries()).toBe(2)
  advance(-86_400_000)
  await ask()
  expect(queries()).toBe(3)
})

test('reports an instance whose clock differs by over 2 minutes, until it agrees again', async () => {
  let seconds = 120
  const { ask, advance, log } = await start({ databaseSeconds: async () => seconds })
  const instance = () => ask('/ready/instance')
  expect(await instance()).toEqual(well)
  seconds = 130
  advance(3_000)
  expect(await instance()).toEqual([503, 'no-store', { status: 'clock' }])
  expect(log).toHaveLength(1)
  expect(JSON.parse(log[0] ?? '')).toMatchObject({ part: 'clock', aheadSeconds: -127 })
  expect(await ask()).toEqual(well)
  seconds = 100
  advance(3_000)
  expect(await instance()).toEqual(well)
})

test('keeps the latest difference of the clocks while the database is down', async () => {
  let databaseSeconds = async () => 500
  const { ask, advance, endWaits } = await start({ databaseSeconds: () => databaseSeconds() })
  const instance = () => ask('/ready/instance')
  expect((await instance())[0]).toBe(503)
  databaseSeconds = () => Promise.reject(new Error('gone'))
  advance(3_000)
  expect((await instance())[0]).toBe(503)
  databaseSeconds = async () => 6
  advance(3_000)
  expect(await instance()).toEqual(well)
  databaseSeconds = never
  advance(3_000)
  await endWaits()
  const asked = instance()
  await endWaits()
  expect(await asked).toEqual(well)
})

test('leaves no partial file behind when a write fails', async () => {
  const store = createDiskStore(folder, systemRandom)
  // A folder with the file's name makes the final rename fail.
  await createDiskStore(join(folder, 'taken'), systemRandom).write('x', Buffer.from('x'))
  await expect(store.write('taken', Buffer.from('picture'))).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['taken'])
})
