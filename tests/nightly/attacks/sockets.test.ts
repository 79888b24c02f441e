import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AttackedServer, engines, reportFigure } from './attacked-server.ts'

let server: AttackedServer

const connect = async (): Promise<Socket> => {
  const socket = createConnection(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const waitForClose = (socket: Socket) => (socket.destroyed ? Promise.resolve() : once(socket, 'close'))

const upgrade = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`

const openings: Record<string, string> = {
  'an upgrade of a page': upgrade('/x'),
  'an upgrade of a call': upgrade('/api/sites'),
  'an upgrade of the broker': upgrade('/mqtt', 'Sec-WebSocket-Protocol: mqtt\r\n'),
  'an upgrade from another origin': upgrade('/mqtt', 'Origin: https://evil.example\r\n'),
  'an upgrade to h2c': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  'a tunnel': 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n',
  'an Expect: 100-continue request':
    'POST /api/users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n',
  'half a request': 'GET / HTTP/1.1\r\nHo',
  'no HTTP at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'two requests in one packet': 'GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n',
}

describe.each(engines)('on %s', (engine) => {
  beforeAll(async () => {
    server = await AttackedServer.start(engine)
  })
  afterAll(() => server.discard())

  test.each(Object.entries(openings))('survives 100 resets of %s', async (name, opening) => {
    for (let round = 0; round < 50; round++) {
      const [early, late] = [await connect(), await connect()]
      early.write(opening, () => early.resetAndDestroy())
      late.write(opening)
      await Promise.race([
        once(late, 'data'),
        waitForClose(late),
        new Promise((done) => setTimeout(done, 20)),
      ])
      late.resetAndDestroy()
      await Promise.all([waitForClose(early), waitForClose(late)])
    }
    expect(await server.isHealthy()).toBe(true)
    reportFigure(`${engine}: ${name}: 100 resets, the server is up`)
  })

  test('closes half headers within 15 s and half bodies within 40 s, and still answers others', async () => {
    const timed = async (opening: string) => {
      const socket = await connect()
      const began = performance.now()
      socket.resume()
      socket.write(opening)
      await waitForClose(socket)
      return Math.round((performance.now() - began) / 1_000)
    }
    const head =
      'POST /api/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60\r\n'
    const slow = Promise.all([
      ...Array.from({ length: 200 }, () => timed('GET / HTTP/1.1\r\nHo')),
      ...Array.from({ length: 200 }, () => timed(`${head}\r\n{"dialCode":`)),
    ])
    expect(await server.isHealthy()).toBe(true)
    const seconds = await slow
    const headers = Math.max(...seconds.slice(0, 200))
    const bodies = Math.max(...seconds.slice(200))
    reportFigure(`${engine}: 200 half headers closed within ${headers} s, 200 half bodies within ${bodies} s`)
    expect(headers).toBeLessThanOrEqual(15)
    expect(bodies).toBeLessThanOrEqual(40)
  })
})
