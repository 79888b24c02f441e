import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeReceiverLink, readTrip } from '@handsfree/core/contract'
import { brokerTopic } from '@handsfree/core/realtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, newTraveller, placePaidOrder, type Traveller } from '../../e2e/backend.ts'
import { AttackedServer, reportFigure } from './attacked-server.ts'
import type { Attack } from './attacker.ts'
import { connectPacket, loginOf, MqttLine, subscribe } from './mqtt-line.ts'

/** Seconds per measurement; use 30 for published figures. */
const seconds = Number(process.env.HANDSFREE_ATTACK_SECONDS ?? 2)
/** Maximum ratio of another client's median under attack to its median on the quiet server. */
const maxRatio = 10

let server: AttackedServer
let mallory: Traveller
let ada: Traveller
let attackers = 1
beforeAll(async () => {
  // Uses the connections' own addresses: no proxy is trusted.
  server = await AttackedServer.start('PGlite', { TRUSTED_PROXY: '' })
  mallory = await newTraveller(server.url)
  ada = await newTraveller(server.url)
})
afterAll(() => server.discard())

const medianOf = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY

/** The median duration of repeated acts in milliseconds. An act that times out counts with its time so far. */
async function median(act: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    const began = performance.now()
    await Promise.race([act(), pause(seconds * 1_000)])
    taken.push(performance.now() - began)
    await pause(20)
  }
  return medianOf(taken)
}

const site = async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/sites/hangzhou-east-station`)
  await response.text()
}

type Given = Attack extends infer Each
  ? Each extends Attack
    ? Omit<Each, 'port' | 'localAddress'>
    : never
  : never

async function start(given: Given): Promise<ChildProcess> {
  const attack = { ...given, port: server.port, localAddress: `127.0.0.${++attackers}` }
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), [JSON.stringify(attack)], {
    execArgv: ['--import', import.meta.resolve('tsx')],
  })
  await once(child, 'message')
  return child
}

/** Compares another client's median on the quiet and the attacked server. Returns the attacker's rate per second. */
async function attackWith(name: string, given: Given, act: () => Promise<unknown> = site): Promise<number> {
  await act()
  const quiet = await median(act)
  const child = await start(given)
  const began = performance.now()
  try {
    await pause(500)
    const attacked = await median(act)
    child.send('sent?')
    const [sent] = (await once(child, 'message')) as [number]
    const perSecond = sent / ((performance.now() - began) / 1_000)
    const ratio = attacked / quiet
    reportFigure(
      `${name}, ${Math.round(perSecond)} a second: another client waits ${attacked.toFixed(1)} ms instead of ${quiet.toFixed(1)} (median of ${seconds} s), ${ratio.toFixed(1)} times as long`,
    )
    expect(ratio).toBeLessThan(maxRatio)
    return perSecond
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

const connectOf = async ({ account }: Traveller) =>
  connectPacket(await loginOf(server, account)).toString('base64')

test('stays responsive while eight connections of an account send 50 KB of pings per second each', async () => {
  const connect = await connectOf(mallory)
  await attackWith('MQTT pings on 8 lines', {
    kind: 'pings',
    lines: 8,
    connect,
    bytesPerSecond: 50_000,
    reads: true,
  })
})

test('stays responsive while eight connections pipeline 2.9 MB of requests per second', async () => {
  await attackWith('pipelined requests on 8 lines', {
    kind: 'pipelining',
    lines: 8,
    bytesPerSecond: 360_000,
  })
})

test('delivers hints to others while one client reads none', async () => {
  const line = await MqttLine.open(server, await loginOf(server, ada.account))
  line.socket.send(subscribe(1, [brokerTopic(ada.account.uin)]))
  await line.until(() => line.granted === 1)
  const hint = async () => {
    const before = line.messages.length
    await fetch(`http://127.0.0.1:${server.port}/api/account/devices/end-others`, {
      method: 'POST',
      headers: { token: `Bearer ${ada.account.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    await line.until(() => line.messages.length > before)
  }
  const connect = await connectOf(mallory)
  await attackWith(
    'a line that is not read, pings and hints',
    {
      kind: 'pings',
      lines: 1,
      connect,
      bytesPerSecond: 50_000,
      reads: false,
      endOthers: mallory.account.token,
    },
    hint,
  )
  line.socket.terminate()
})

test('stays responsive while one address requests pages in ever new spellings', async () => {
  await attackWith('spellings of pages on 16 lines', {
    kind: 'requests',
    lines: 16,
    paths: ['/site/detail/hangzhou-east-station', '/order/create/demo-hotel-desk', '/service/handsfree'],
    perSecond: 65,
  })
})

async function newLink() {
  const { orderId } = await placePaidOrder(ada)
  const params = { orderId }
  const made = must(await ada.api.call(makeReceiverLink, { params, body: { showsClaimCode: false } }))
  const token = made.link?.path?.replace('/trip/', '') ?? ''
  return { token, version: must(await ada.api.call(readTrip, { body: { token } })).version }
}

test('stays responsive while 40 pages follow one link', async () => {
  const { token, version } = await newLink()
  const perSecond = await attackWith('40 pages of one link', { kind: 'waits', lines: 40, token, version })
  // Forty requests at the start, and each again after 8 s.
  expect(perSecond * (seconds + 0.5)).toBeLessThan(41 + 5 * (seconds + 1))
})

test('accepts a valid link from an address that sends wrong links', async () => {
  const { token } = await newLink()
  const localAddress = `127.0.0.${attackers + 1}`
  const headers = { 'content-type': 'application/json' }
  const options = {
    port: server.port,
    host: '127.0.0.1',
    localAddress,
    path: '/api/trips',
    method: 'POST',
    headers,
  }
  const read = async () => {
    const asking = request(options).end(JSON.stringify({ token }))
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    expect(JSON.parse((await response.toArray()).join(''))).toMatchObject({ code: 0 })
  }
  await attackWith('wrong links', { kind: 'wrongLinks', lines: 4, perSecond: 80 }, read)
})
