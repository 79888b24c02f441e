import { once } from 'node:events'
import { createConnection } from 'node:net'
import { expect, test } from 'vitest'
import { useServer } from '../../use-server.ts'

const server = useServer({}, { listens: true })

const requests = (count: number) => 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count)

/** Sends from a local address; returns the response statuses until the connection closes. */
async function answersTo(text: string, localAddress: string, count = Number.POSITIVE_INFINITY) {
  const socket = createConnection({ port: server.port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  socket.write(text)
  let read = ''
  const statuses = () => [...read.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  socket.on('data', (chunk) => {
    read += chunk
    if (statuses().length >= count) socket.destroy()
  })
  await once(socket, 'close')
  return { statuses: statuses(), retryAfter: Number(/Retry-After: (\d+)/.exec(read)?.[1]) }
}

test('answers a few pipelined requests in their order', async () => {
  const text = `${requests(4)}GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n`
  expect((await answersTo(text, '127.0.0.1', 5)).statuses).toEqual([200, 200, 200, 200, 404])
})

test('closes a connection that pipelines many requests, and refuses its address for a minute', async () => {
  const flooding = await answersTo(requests(1_000), '127.0.0.2')
  expect(flooding.statuses.length).toBeLessThan(6)
  expect(await answersTo(requests(1), '127.0.0.2')).toEqual({ statuses: [429], retryAfter: 60 })
  expect((await answersTo(requests(1), '127.0.0.3', 1)).statuses).toEqual([200])
  server.clock.advance(60_001)
  expect((await answersTo(requests(1), '127.0.0.2', 1)).statuses).toEqual([200])
})

test('refuses no address of this machine in the demo', async () => {
  await answersTo(requests(1_000), '127.0.0.1')
  expect((await answersTo(requests(1), '127.0.0.1', 1)).statuses).toEqual([200])
})
