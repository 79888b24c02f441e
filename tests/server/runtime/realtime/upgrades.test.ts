import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { useServer } from '../../use-server.ts'

const server = useServer({}, { listens: true })

const upgrade = (path: string, headers: string[] = []) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: handsfree.example',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: mqtt',
    ...headers,
    '\r\n',
  ].join('\r\n')

const open = async (): Promise<Socket> => {
  const socket = createConnection(server.port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Reads everything until the server closes the connection. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

const statusOf = async (request: string): Promise<string> => {
  const socket = await open()
  socket.write(request)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return chunk.toString().split('\r\n')[0] ?? ''
}

test.each(['/', '/api/sites', '/mqtt', '/mqtt/x'])(
  'survives a client that requests an upgrade at %s and resets, before or after the answer',
  async (path) => {
    for (const isAnswered of [false, true]) {
      const socket = await open()
      socket.on('error', () => {})
      socket.write(upgrade(path))
      if (isAnswered) await once(socket, 'data')
      socket.resetAndDestroy()
      await once(socket, 'close')
    }
    expect((await server.app.inject('/health')).statusCode).toBe(200)
    expect(await statusOf('GET /health HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('HTTP/1.1 200 OK')
  },
)

test('answers a request for another protocol as an ordinary request', async () => {
  const socket = await open()
  const body = '{"dialCode":"86","phoneNumber":"1"}'
  socket.write(
    [
      'POST /api/verification-codes HTTP/1.1',
      'Host: a',
      'Connection: keep-alive, Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      `${body}GET /api/nothing HTTP/1.1`,
      'Host: a',
      'Connection: Upgrade, close',
      'Upgrade: h2c',
      '\r\n',
    ].join('\r\n'),
  )
  const answers = (await readAll(socket)).split(/(?=HTTP\/1\.1 )/)
  expect(answers.map((answer) => [answer.split('\r\n')[0], /"code":\d+/.exec(answer)?.[0]])).toEqual([
    ['HTTP/1.1 400 Bad Request', '"code":1008'],
    ['HTTP/1.1 404 Not Found', '"code":1002'],
  ])
})

test('closes a connection that repeats a request for another protocol after the second request', async () => {
  const ask = 'GET /api/nothing HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
  const socket = await open()
  socket.write(ask)
  await once(socket, 'data')
  socket.write(ask)
  expect((await readAll(socket)).match(/HTTP\/1\.1 404/g)).toEqual(['HTTP/1.1 404'])
})

test.each([
  ['none, as programs do', [], '101 Switching Protocols'],
  ['its own', ['Origin: https://handsfree.example'], '101 Switching Protocols'],
  [
    'that of the proxy in front',
    ['Origin: https://bags.example', 'X-Forwarded-Host: bags.example'],
    '101 Switching Protocols',
  ],
  ['another site', ['Origin: https://evil.example'], '403 Forbidden'],
  ['another port', ['Origin: https://handsfree.example:8443'], '403 Forbidden'],
  ['no address', ['Origin: null'], '403 Forbidden'],
])('answers a broker connection whose Origin is %s', async (_, headers, status) => {
  expect(await statusOf(upgrade('/mqtt', headers))).toBe(`HTTP/1.1 ${status}`)
})
