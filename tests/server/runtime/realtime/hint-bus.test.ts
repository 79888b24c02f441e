import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Aedes } from 'aedes'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../../../../server/runtime/clock.ts'
import { createRequestLimits } from '../../../../server/runtime/http/request-limits.ts'
import { deriveKeys } from '../../../../server/runtime/keys.ts'
import { systemRandom } from '../../../../server/runtime/random.ts'
import { createLocalBus, type Hint, openPostgresBus } from '../../../../server/runtime/realtime/hint-bus.ts'
import { openRealtime } from '../../../../server/runtime/realtime/realtime.ts'
import type { Services } from '../../../../server/runtime/services.ts'
import { readSettings } from '../../../../server/runtime/settings/settings.ts'
import { listenHere } from '../../../listen-here.ts'
import { withResolvers } from '../../../with-resolvers.ts'
import { testDatabases } from '../../test-databases.ts'

const hints: Hint[] = [
  { kind: 'unread', uin: 'ada' },
  { kind: 'order', uin: 'ada', orderId: 'o-1' },
  { kind: 'disconnect', uin: 'bo' },
]

test('delivers hints synchronously and in order within one process', () => {
  const bus = createLocalBus()
  const heard: Hint[] = []
  bus.onHint((hint) => heard.push(hint))
  for (const hint of hints) bus.publish(hint)
  expect(heard).toEqual(hints)
})

const url = testDatabases.postgresUrl

test.runIf(url)('delivers one instance’s hint to all, and reports a lost connection', async () => {
  const pool = new pg.Pool({ connectionString: url })
  const buses = await Promise.all([1, 2].map(() => openPostgresBus(url ?? '', () => {})))
  const heardBy = buses.map((bus) => {
    const heard: Hint[] = []
    const all = new Promise<Hint[]>((resolve) => {
      bus.onHint((hint) => {
        heard.push(hint)
        if (heard.length === hints.length) resolve(heard)
      })
    })
    return all
  })
  for (const hint of hints) {
    buses[0]?.publish(hint)
    await pool.query('select 1')
  }
  const kinds = (await Promise.all(heardBy)).map((heard) => heard.map(({ kind }) => kind).sort())
  expect(kinds).toEqual([
    ['disconnect', 'order', 'unread'],
    ['disconnect', 'order', 'unread'],
  ])

  const gaps = buses.map((bus) => new Promise<void>((resolve) => bus.onGap(resolve)))
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'handsfree hints' and datname = current_database()",
  )
  await Promise.all(gaps)
  const again = new Promise<Hint>((resolve) => buses[1]?.onHint(resolve))
  buses[0]?.publish({ kind: 'unread', uin: 'ada' })
  expect(await again).toEqual({ kind: 'unread', uin: 'ada' })
  for (const bus of buses) await bus.close()
  await pool.end()
})

test.runIf(url)('retries once a second while PostgreSQL is down, however often it fails', async () => {
  const target = new URL(url ?? '')
  const port = Number(target.port)
  let isUp = true
  let attempts = 0
  let attempted = () => {}
  const lines = new Set<Socket>()
  const proxy = createServer((line) => {
    lines.add(line)
    line.on('error', () => {})
    if (!isUp) {
      attempts++
      line.resetAndDestroy()
      attempted()
      return
    }
    const inner = createConnection(port, target.hostname)
    inner.on('error', () => {})
    line.pipe(inner).pipe(line)
    line.on('close', () => inner.destroy())
  })
  target.port = String(await listenHere(proxy))
  const warnings: string[] = []
  const { promise: warned, resolve: heard } = withResolvers()
  const bus = await openPostgresBus(target.href, (message) => {
    warnings.push(message)
    heard()
  })

  vi.useFakeTimers({ toFake: ['setTimeout'] })
  isUp = false
  for (const line of lines) line.destroy()
  await warned
  for (let second = 1; second <= 5; second++) {
    const next = new Promise<void>((resolve) => {
      attempted = resolve
    })
    await vi.advanceTimersByTimeAsync(1_000)
    await next
    // The client detects the reset and schedules its next attempt.
    while (vi.getTimerCount() === 0) await setImmediate()
    for (let turn = 0; turn < 20; turn++) await setImmediate()
  }
  vi.useRealTimers()
  await bus.close()
  proxy.close()
  expect(attempts).toBe(5)
  expect(warnings).toEqual(['Lost the PostgreSQL connection for live messages. Reconnecting.'])
})

test('publishes hints to the broker of MQTT_URL, on the traveller’s topic', async () => {
  const aedes = await Aedes.createBroker()
  const broker = createServer(aedes.handle)
  const settings = readSettings({ MQTT_URL: `mqtt://127.0.0.1:${await listenHere(broker)}` })
  const connected = once(aedes, 'clientReady')
  const realtime = await openRealtime({
    settings,
    callers: {} as Services['callers'],
    keys: deriveKeys('unused'),
    now: () => new Date(),
    clock: systemClock,
    requestLimits: createRequestLimits({ settings, clock: systemClock }),
    random: systemRandom,
    warn() {},
  })
  await connected
  const heard: string[] = []
  const all = new Promise<void>((resolve) => {
    aedes.on('publish', (packet, client) => {
      if (!client) return
      heard.push(`${packet.topic} ${packet.payload.toString()}`)
      if (heard.length === 3) resolve()
    })
  })
  realtime.unreadChanged('ada')
  realtime.orderChanged('bo', 'o-1')
  // A page with an ended token disconnects at its next request.
  realtime.disconnect('cy')
  await all
  expect(heard).toEqual([
    'TOPIC-TMS-ada {"code":0}',
    'TOPIC-TMS-bo {"code":1,"orderId":"o-1"}',
    'TOPIC-TMS-cy {"code":0}',
  ])
  await realtime.close()
  await new Promise<void>((resolve) => aedes.close(resolve))
  broker.close()
})

test.runIf(url)('detects a silent connection as lost, and opens another', async () => {
  const target = new URL(url ?? '')
  const inner = { port: Number(target.port), host: target.hostname }
  let isSilent = false
  const proxy = createServer((line) => {
    const server = createConnection(inner)
    for (const socket of [line, server]) socket.on('error', () => {})
    line.pipe(server)
    server.on('data', (bytes) => isSilent || line.write(bytes))
    line.on('close', () => server.destroy())
  })
  target.port = String(await listenHere(proxy))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const { promise: lost, resolve: warn } = withResolvers()
  const bus = await openPostgresBus(target.href, () => warn())
  await bus.check()
  isSilent = true
  await vi.advanceTimersByTimeAsync(10_000)
  await bus.check()
  await vi.advanceTimersByTimeAsync(10_000)
  await lost
  await expect(bus.check()).rejects.toThrow('the PostgreSQL connection for live messages is down')
  isSilent = false
  const back = new Promise<void>((resolve) => bus.onGap(resolve))
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  await back
  await bus.check()
  await bus.close()
  proxy.close()
})
