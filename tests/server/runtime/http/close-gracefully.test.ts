import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createConnection } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeGracefully } from '../../../../server/runtime/http/close-gracefully.ts'

async function startHeld() {
  const app = Fastify({ return503OnClosing: false })
  const held: (() => void)[] = []
  let arrived = () => {}
  app.get('/quick', async () => 'quick')
  app.get('/held', () => {
    arrived()
    return new Promise<string>((resolve) => {
      held.push(() => resolve('held'))
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { app, port, held, arrival: () => new Promise<void>((resolve) => (arrived = resolve)) }
}

const ask = async (port: number, path: string, agent: Agent): Promise<[number | undefined, string]> => {
  const [response] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [
    IncomingMessage,
  ]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return [response.statusCode, text]
}

test('answers running requests on shutdown, and closes idle connections', async () => {
  const { app, port, held, arrival } = await startHeld()
  const agent = new Agent({ keepAlive: true })
  expect(await ask(port, '/quick', agent)).toEqual([200, 'quick'])
  const hasArrived = arrival()
  const running = ask(port, '/held', agent)
  await hasArrived
  const closed = closeGracefully(app, 60_000)
  await once(app.server, 'close', { signal: AbortSignal.timeout(1) }).catch(() => {})
  held[0]?.()
  expect(await running).toEqual([200, 'held'])
  await closed
  agent.destroy()
})

test('closes a half-sent and a never-ending request after their time', async () => {
  const { app, port, arrival } = await startHeld()
  const half = createConnection(port, '127.0.0.1')
  half.write('GET /quick HTTP/1.1\r\nHo')
  const hasArrived = arrival()
  const endless = createConnection(port, '127.0.0.1')
  endless.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n')
  await hasArrived
  const ends = [half, endless].map(async (socket) => {
    socket.on('error', () => {})
    await once(socket, 'close')
  })
  await closeGracefully(app, 0)
  await Promise.all(ends)
  expect(app.server.listening).toBe(false)
})

test('answers connections that were waiting to be accepted', async () => {
  const { app, port } = await startHeld()
  const agent = new Agent({ keepAlive: false })
  const waiting = Array.from({ length: 20 }, () => ask(port, '/quick', agent))
  await closeGracefully(app, 60_000)
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => [200, 'quick']))
})
