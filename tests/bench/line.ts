/**
 * `npm run bench -- line` measures how long a committed change takes to reach MQTT clients and their badge. Writes
 * docs/figures.md. `--clients 100,1000` sets the number of clients, which then only prints. `--memory` connects them
 * through streams in memory, for more clients than the system allows sockets.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Duplex, duplexPair } from 'node:stream'
import { parseArgs } from 'node:util'
import { countUnread, customerNotificationTypes, unreadTypes } from '@handsfree/core/contract'
import { brokerClientId, brokerTopic } from '@handsfree/core/realtime'
import mqtt, { type MqttClient } from 'mqtt'
import { WebSocket } from 'ws'
import { notify } from '../../server/domain/notifications/notify.ts'
import { inTransaction } from '../../server/runtime/db/work.ts'
import { forEach } from '../../server/runtime/jobs/for-each.ts'
import { hashToken } from '../../server/runtime/random.ts'
import { brokerPassword } from '../../server/runtime/realtime/password.ts'
import { startServer } from '../server/harness.ts'
import { runPostgres } from '../server/run-postgres.ts'
import { testDatabases } from '../server/test-databases.ts'
import { keepSection, machine, table } from './keep-section.ts'
import { prepareCreations } from './scale/creating.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { clients: { type: 'string' }, memory: { type: 'boolean', default: false } },
})

const samples = 300
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const summary = (all: number[]) => {
  const sorted = all.toSorted((a, b) => a - b)
  return `${at(sorted, 0.5).toFixed(1)} ms, ${at(sorted, 0.99).toFixed(1)} ms`
}

const postgres = await runPostgres()
testDatabases.postgresUrl = postgres.url
const server = await startServer({}, { listens: true })
const { app, services, call, port } = server
const open: { client: MqttClient; uin: string; token: string }[] = []

/** A connection to the server without a socket. */
function connectInMemory(): Duplex {
  const [client, accepted] = duplexPair()
  app.server.emit('connection', Object.assign(accepted, { remoteAddress: '127.0.0.1' }))
  return client
}

async function connect(uin: string, token: string): Promise<void> {
  const client = mqtt.connect(`ws://127.0.0.1:${port}/mqtt`, {
    clientId: brokerClientId(uin),
    username: uin,
    password: await brokerPassword(
      services.keys,
      { holder: uin, clientId: brokerClientId(uin), tokenHash: hashToken(token) },
      services.now(),
    ),
    reconnectPeriod: 0,
    connectTimeout: 600_000,
    ...(values.memory && {
      createWebsocket: (url: string, protocols: string[]) =>
        new WebSocket(url, protocols, { createConnection: connectInMemory }),
    }),
  })
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
  })
  await client.subscribeAsync(brokerTopic(uin))
  open.push({ client, uin, token })
}

/**
 * Writes a notification. Returns milliseconds from its commit to the hint, and to the unread count that a page then
 * fetches.
 */
async function measure({ client, uin, token }: (typeof open)[number]) {
  const types = unreadTypes.map(String)
  const heard = new Promise<void>((resolve) => client.once('message', () => resolve()))
  let committed = 0
  await inTransaction(services.db, async (work) => {
    work.afterCommit(() => {
      committed = performance.now()
    })
    const type = customerNotificationTypes.orderUpdated
    await notify(work, services, { uin, type, content: {}, isPopup: false })
  })
  await heard
  const hint = performance.now() - committed
  await call(countUnread, { query: { types }, token })
  return { hint, badge: performance.now() - committed }
}

try {
  const rows: string[][] = []
  for (const clients of (values.clients ?? '10,100,1000').split(',').map(Number)) {
    const travellers = await prepareCreations(server, clients - open.length)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const began = performance.now()
    await forEach(travellers, ({ uin, token }) => connect(uin, token), 200)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    delay.disable()
    process.stderr.write(
      `${clients} clients: connected in ${seconds} s, longest block of the event loop ${Math.round(delay.max / 1e6)} ms\n`,
    )
    const hints: number[] = []
    const badges: number[] = []
    for (let sample = -20; sample < samples; sample += 1) {
      const { hint, badge } = await measure(open[Math.floor(((sample + 20) / (samples + 20)) * open.length)]!)
      if (sample < 0) continue
      hints.push(hint)
      badges.push(badge)
    }
    rows.push([String(clients), summary(hints), summary(badges)])
  }
  const text = [
    `\`npm run bench -- line\`, on ${machine()}; the clients in the server’s own process. p50 and p99 of ${samples} notifications, one after another, from the commit to the hint at an open page, and to the unread count that it reads then.`,
    table(['clients on the broker', 'commit to hint', 'commit to badge'], rows),
  ].join('\n\n')
  console.log(text)
  if (values.clients === undefined) keepSection('Line to open pages', text)
} finally {
  for (const { client } of open) client.end(true)
  await server.close()
  await postgres.stop()
}
