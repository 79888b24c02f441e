import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import type { Database } from '../../server/db/database.ts'
import { deriveKeys } from '../../server/keys.ts'
import { systemRandom } from '../../server/random.ts'
import { createBroker } from '../../server/realtime/broker.ts'
import { brokerPassword } from '../../server/realtime/password.ts'
import { readSettings } from '../../server/settings.ts'
import { listenHere } from '../listen-here.ts'

const keys = deriveKeys('a secret of the tests alone, 32 characters and more')
const now = () => new Date('2026-11-21T02:00:00.000Z')

/** A database that is asked about one token again and again, and answers when it is told to. */
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

test('drops a client whose connection closes while its token is looked up', async () => {
  const { db, asked, nextAsked } = heldDatabase()
  const settings = readSettings({})
  const broker = await createBroker({ db, keys, now, settings, clock: systemClock, random: systemRandom })
  const server = createServer()
  broker.attach(server)
  const closed = new Promise((resolve) =>
    server.once('connection', (socket: Socket) => socket.once('close', resolve)),
  )
  const port = await listenHere(server)
  const isAsked = nextAsked()
  const client = mqtt.connect(`ws://127.0.0.1:${port}/mqtt`, {
    clientId: 'TMS-u1',
    username: 'u1',
    password: await brokerPassword(keys, { holder: 'u1', clientId: 'TMS-u1', tokenHash: 'hash' }, now()),
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  await isAsked
  // Claims to be longer than any packet before CONNACK: its line is closed at once.
  client.stream.write(Buffer.from([0x30, 0xff, 0xff, 0x7f]))
  await closed
  asked[0]?.([{ uin: 'u1', createTime: now(), useTime: now() }])
  await new Promise((resolve) => setImmediate(resolve))
  // A client that is known would be asked about.
  void broker.closeDead('TMS-u1')
  expect(asked).toHaveLength(1)
  await broker.close()
  server.close()
})
