import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createCallers } from '../../../../server/domain/users/callers.ts'
import { systemClock } from '../../../../server/runtime/clock.ts'
import type { Database } from '../../../../server/runtime/db/database.ts'
import { createRequestLimits } from '../../../../server/runtime/http/request-limits.ts'
import { deriveKeys } from '../../../../server/runtime/keys.ts'
import { systemRandom } from '../../../../server/runtime/random.ts'
import { createBroker } from '../../../../server/runtime/realtime/broker.ts'
import { createPace, inBatches } from '../../../../server/runtime/realtime/line-batches.ts'
import { brokerPassword } from '../../../../server/runtime/realtime/password.ts'
import type { Services } from '../../../../server/runtime/services.ts'
import { readSettings } from '../../../../server/runtime/settings/settings.ts'
import { listenHere } from '../../../listen-here.ts'
import { connectPacket, subscribe } from '../../../nightly/attacks/mqtt-line.ts'

const keys = deriveKeys('a secret of the tests alone, 32 characters and more')
const now = () => new Date('2026-11-21T02:00:00.000Z')

/** A database whose token lookups the test answers. */
function heldDatabase() {
  const asked: ((rows: { uin: string; createTime: Date; useTime: Date }[]) => void)[] = []
  let hear = () => {}
  const execute = () =>
    new Promise((resolve) => {
      asked.push(resolve)
      hear()
    })
  const where = () => ({ prepare: () => ({ execute }) })
  return {
    db: {
      _: { session: new (class {})() },
      select: () => ({ from: () => ({ innerJoin: () => ({ where }) }) }),
    } as unknown as Database,
    asked,
    nextAsked: () => new Promise<void>((resolve) => (hear = resolve)),
  }
}

async function startBroker(db: Database, callers = createCallers({ db, settings: readSettings({}), now })) {
  const settings = readSettings({})
  const requestLimits = createRequestLimits({ settings, clock: systemClock })
  const time = { now, clock: systemClock }
  const broker = await createBroker({ callers, keys, settings, ...time, random: systemRandom, requestLimits })
  const server = createServer()
  broker.attach(server)
  return { broker, server, port: await listenHere(server) }
}

const passwordOf = (uin: string, tokenHash = 'hash') =>
  brokerPassword(keys, { holder: uin, clientId: `TMS-${uin}`, tokenHash }, now())

test('drops a client whose connection closes while its token is looked up', async () => {
  const { db, asked, nextAsked } = heldDatabase()
  const { broker, server, port } = await startBroker(db)
  const closed = new Promise((resolve) =>
    server.once('connection', (socket: Socket) => socket.once('close', resolve)),
  )
  const isAsked = nextAsked()
  const client = mqtt.connect(`ws://127.0.0.1:${port}/mqtt`, {
    clientId: 'TMS-u1',
    username: 'u1',
    password: await passwordOf('u1'),
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  await isAsked
  // Announces a longer packet than allowed before CONNACK, so the broker closes the connection.
  client.stream.write(Buffer.from([0x30, 0xff, 0xff, 0x7f]))
  await closed
  asked[0]?.([{ uin: 'u1', createTime: now(), useTime: now() }])
  await setImmediate()
  // A registered client would cause another lookup.
  void broker.closeDead('TMS-u1')
  expect(asked).toHaveLength(1)
  await broker.close()
  server.close()
})

test('closes a connection that does not read, and keeps delivering to others', async () => {
  const { db, asked, nextAsked } = heldDatabase()
  const { broker, server, port } = await startBroker(db)
  const suback = 0x90
  const subscribed = async (uin: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt')
    await once(socket, 'open')
    const isAsked = nextAsked()
    const login = { clientId: `TMS-${uin}`, username: uin, password: await passwordOf(uin) }
    for (const packet of [connectPacket(login), subscribe(1, [`TOPIC-TMS-${uin}`])]) socket.send(packet)
    await isAsked
    asked.at(-1)?.([{ uin, createTime: now(), useTime: now() }])
    await new Promise<void>((resolve) =>
      socket.on('message', (data: Buffer) => data[0] === suback && resolve()),
    )
    return socket
  }
  const [stalled, reading] = [await subscribed('u1'), await subscribed('u2')]
  const closed = once(stalled, 'close')
  stalled.pause()
  // More than both sides buffer, and more messages than aedes delivers concurrently by default.
  for (let count = 0; count < 150; count++) {
    broker.send('TMS-u1', 'x'.repeat(200_000))
    await setImmediate()
  }
  let heard = ''
  const isHeard = new Promise<void>((resolve) => {
    reading.on('message', (data) => {
      heard += String(data)
      if (heard.includes('news')) resolve()
    })
  })
  broker.send('TMS-u2', 'news')
  await isHeard
  expect(broker.lines()).toBe(1)
  stalled.resume()
  await closed
  await broker.close()
  server.close()
})

/** A broker whose tokens the test revokes, with clients that are connected to it. */
async function startWithTokens() {
  const revoked = new Set<string>()
  const callers = { isTokenAlive: async (hash: string) => !revoked.has(hash) } as Services['callers']
  const { broker, server, port } = await startBroker(heldDatabase().db, callers)
  const clients: mqtt.MqttClient[] = []
  return {
    broker,
    revoked,
    async connect(uin: string, tokenHash: string) {
      const client = mqtt.connect(`ws://127.0.0.1:${port}/mqtt`, {
        clientId: `TMS-${uin}`,
        username: uin,
        password: await passwordOf(uin, tokenHash),
        reconnectPeriod: 0,
      })
      clients.push(client)
      await new Promise<void>((resolve) => client.once('connect', () => resolve()))
      await client.subscribeAsync(`TOPIC-TMS-${uin}`)
      return client
    },
    async close() {
      for (const client of clients) await client.endAsync(true)
      await broker.close()
      server.close()
    },
  }
}

test('sends one message to every connection after a gap, and closes those whose token was revoked', async () => {
  const { broker, revoked, connect, close } = await startWithTokens()
  const [ada, bo] = [await connect('u1', 'ada'), await connect('u2', 'bo')]
  const heard = [ada, bo].map(
    (client) =>
      new Promise<string>((resolve) => client.once('message', (_topic, payload) => resolve(String(payload)))),
  )
  const closed = new Promise<void>((resolve) => bo.once('close', () => resolve()))
  revoked.add('bo')
  await broker.refreshAll('{"code":2}')
  expect(await Promise.all(heard)).toEqual(['{"code":2}', '{"code":2}'])
  await closed
  expect([ada.connected, broker.lines()]).toEqual([true, 1])
  await close()
})

/** Timers that the test fires. */
function manualClock() {
  let timers: (() => void)[] = []
  const later = (_milliseconds: number, task: () => void) => {
    timers.push(task)
    return () => {}
  }
  const fire = () => {
    const due = timers
    timers = []
    for (const task of due) task()
  }
  return { later, after: later, fire, pending: () => timers.length }
}

test('runs tasks in order and at most a batch in each period, without a pause while there are few', () => {
  const clock = manualClock()
  const inPace = createPace(clock, { size: 2, everyMs: 20 })
  const ran: number[] = []
  for (const task of [1, 2, 3, 4, 5]) inPace(() => ran.push(task))
  expect(ran).toEqual([1, 2])
  clock.fire()
  expect(ran).toEqual([1, 2, 3, 4])
  clock.fire()
  expect(ran).toEqual([1, 2, 3, 4, 5])
  clock.fire()
  expect(clock.pending()).toBe(0)
  inPace(() => ran.push(6))
  expect(ran.at(-1)).toBe(6)
})

test('pauses between batches of items', async () => {
  const clock = manualClock()
  const ran: number[] = []
  const done = inBatches(clock, [1, 2, 3], { size: 2, pauseMs: 50 }, (item) => ran.push(item))
  await setImmediate()
  expect(ran).toEqual([1, 2])
  clock.fire()
  await done
  expect(ran).toEqual([1, 2, 3])
})
