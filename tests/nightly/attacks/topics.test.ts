import { readFileSync } from 'node:fs'
import { cancelOrder } from '@handsfree/core/contract'
import { brokerTopic } from '@handsfree/core/realtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, newTraveller, placeOrder, type Traveller } from '../../e2e/backend.ts'
import { AttackedServer, engines, reportFigure } from './attacked-server.ts'
import { newKey } from './calls.ts'
import { header, type Login, loginOf, MqttLine, publish, subscribe } from './mqtt-line.ts'
import { hostileFilters } from './topic-filters.ts'

let server: AttackedServer

/** The server closes a connection at its eleventh packet per second: CONNECT, the own topic, and these. */
const filtersPerLine = 8

async function changeOrder(traveller: Traveller): Promise<void> {
  const { orderId } = await placeOrder(traveller)
  must(await traveller.api.call(cancelOrder, { params: { orderId }, idempotencyKey: newKey() }))
}

describe.each(engines)('on %s', (engine) => {
  beforeAll(async () => {
    server = await AttackedServer.start(engine)
  })
  afterAll(() => server.discard())

  test('sends an account only its own messages, for any subscription or publication', async () => {
    const [mallory, ada] = [await newTraveller(server.url), await newTraveller(server.url)]
    const [own, foreign] = [brokerTopic(mallory.account.uin), brokerTopic(ada.account.uin)]
    const hears = await MqttLine.open(server, await loginOf(server, ada.account))
    hears.socket.send(subscribe(1, [foreign]))
    await hears.until(() => hears.granted === 1)

    const lines: MqttLine[] = []
    const attack = async () => {
      const line = await MqttLine.open(server, await loginOf(server, mallory.account))
      lines.push(line)
      line.socket.send(subscribe(1, [own]))
      await line.until(() => line.granted === 1)
      return line
    }
    const filters = hostileFilters(own, foreign, 4_000)
    let closed = 0
    const subscribeAll = async () => {
      let line = await attack()
      // One filter per packet, so that each is refused separately and none is lost with a closed connection.
      for (const [index, filter] of filters.entries()) {
        if (index % filtersPerLine === 0) {
          line.socket.terminate()
          line = await attack()
        }
        const answered = line.granted + line.refused
        line.socket.send(subscribe(2 + (index % 60_000), [filter]))
        await line.until(() => line.granted + line.refused > answered)
        if (line.isOpen) continue
        closed++
        line = await attack()
      }
    }
    await Promise.all([subscribeAll(), changeOrder(ada), changeOrder(ada)])
    await changeOrder(ada)
    await hears.until(() => hears.messages.length >= 4)
    const hints = hears.messages.length

    let publishersClosed = 0
    for (const topic of [foreign, own, '$SYS/x', 'x', `${foreign}/x`]) {
      const writer = await MqttLine.open(server, await loginOf(server, mallory.account))
      writer.socket.send(publish(topic, '{"code":1,"orderId":"forged"}'))
      await writer.until(() => false)
      publishersClosed++
    }
    // The broker delivers in order: a later change arrives after anything published before it.
    const before = hears.messages.length
    await changeOrder(ada)
    await hears.until(() => hears.messages.length > before)
    const forged = hears.messages.filter(({ payload }) => payload.includes('forged'))
    const refused = lines.reduce((all, one) => all + one.refused, 0)
    const foreignHeard = lines.flatMap(({ messages }) => messages).filter(({ topic }) => topic !== own).length
    const granted = lines.reduce((all, one) => all + one.granted, 0) - lines.length
    reportFigure(
      `${engine}: ${filters.length} filters beside the own topic: ${granted} granted, ${refused} refused, ${closed} closed the line; ${hints} hints of the other, ${foreignHeard} heard; ${publishersClosed} of 5 publishers closed, ${forged.length} forged messages heard`,
    )
    expect([granted, refused + closed, foreignHeard, hints >= 4]).toEqual([0, filters.length, 0, true])
    expect(forged).toEqual([])
    for (const one of [...lines, hears]) one.socket.terminate()
  })

  test('refuses a client under another id, name or password', async () => {
    const [mallory, ada] = [await newTraveller(server.url), await newTraveller(server.url)]
    const [own, foreign] = [await loginOf(server, mallory.account), await loginOf(server, ada.account)]
    const [head = '', claims = '', signature = ''] = own.password.split('.')
    const as = (uin: string) =>
      Buffer.from(Buffer.from(claims, 'base64url').toString().replaceAll(own.username, uin)).toString(
        'base64url',
      )
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const logins: Login[] = [
      { ...own, clientId: foreign.clientId },
      { ...own, username: foreign.username },
      { ...own, clientId: foreign.clientId, username: foreign.username },
      { ...foreign, password: own.password },
      { ...foreign, password: `${head}.${as(foreign.username)}.${signature}` },
      { ...foreign, password: `${none}.${as(foreign.username)}.` },
      { ...own, password: '' },
      { ...own, password: `${own.password}.` },
      { ...own, username: '' },
      ...[
        '',
        'TMS-',
        '#',
        `${own.clientId}#1`,
        `${own.clientId} `,
        own.clientId.toLowerCase(),
        `${own.clientId}/${foreign.username}`,
        'x'.repeat(3_000),
      ].map((clientId) => ({ ...own, clientId })),
    ]
    const codes = []
    for (const login of logins) codes.push((await MqttLine.open(server, login)).returnCode)
    const honest = await MqttLine.open(server, own)
    reportFigure(
      `${engine}: ${logins.length} wrong logins, ${codes.filter((code) => code === 0).length} let in`,
    )
    expect([codes.filter((code) => code === 0).length, honest.returnCode]).toEqual([0, 0])
    honest.socket.terminate()
  })

  test('closes a connection at an oversized packet before reading all of it', async () => {
    const { account } = await newTraveller(server.url)
    const memory = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    const begun = memory()
    const flood = async (login: Login | null, type: number) => {
      const line = await MqttLine.open(server, login)
      line.socket.send(header(type, 268_435_455))
      let taken = 0
      while (line.isOpen && taken < 64 * 1024 * 1024) {
        line.socket.send(Buffer.alloc(8 * 1024))
        taken += 8 * 1024
        await new Promise(setImmediate)
        while (line.isOpen && line.socket.bufferedAmount > 0) await new Promise(setImmediate)
      }
      line.socket.terminate()
      return taken
    }
    const sizes = []
    for (let round = 0; round < 10; round++)
      sizes.push(await flood(null, 0x10), await flood(await loginOf(server, account), 0x30))
    const grown = Math.round(memory() - begun)
    reportFigure(
      `${engine}: 20 packets of 256 MB: closed after at most ${Math.max(...sizes) / 1024} KB written; memory +${grown} MB`,
    )
    // Buffered bytes count as written; a server that keeps reading accepts all 64 MB.
    expect([Math.max(...sizes) <= 16 * 1024 * 1024, await server.isHealthy()]).toEqual([true, true])
  })
})
