import { once } from 'node:events'
import { createConnection } from 'node:net'
import { expect, test } from 'vitest'
import { useServer } from '../../use-server.ts'

const server = useServer({}, { listens: true })

const answer = async (path: string, headers: string[]) => {
  const socket = createConnection(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '\r\n'].join('\r\n'))
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return [head.split('\r\n')[0], body]
}

const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol: mqtt',
]

test.each(['/', '/health', '/api/sites', '/nothing.here', '/sandbox/pay/x'])(
  'refuses two Host headers or a missing one at %s',
  async (path) => {
    const two = ['HTTP/1.1 400 Bad Request', '{"code":1008,"message":"more than one Host","result":null}']
    expect(await answer(path, ['Host: a.example', 'Host: b.example'])).toEqual(two)
    expect(await answer(path, ['Host: a.example', 'hOST: a.example'])).toEqual(two)
    expect((await answer(path, []))[0]).toBe('HTTP/1.1 400 Bad Request')
    expect((await answer(path, ['Host: a.example']))[0]).not.toBe('HTTP/1.1 400 Bad Request')
  },
)

test('refuses two Host headers of a WebSocket', async () => {
  expect(await answer('/mqtt', ['Host: a.example', 'Host: b.example', ...upgrade])).toEqual([
    'HTTP/1.1 400 Bad Request',
    '',
  ])
})
