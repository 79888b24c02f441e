import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { policy } from '@handsfree/core/policy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTraveller, type Traveller } from '../journeys/backend.ts'
import { AttackedServer, figure } from './attacked-server.ts'

let server: AttackedServer
let ada: Traveller
beforeAll(async () => {
  server = await AttackedServer.start('PGlite')
  ada = await newTraveller(server.url)
})
afterAll(() => server.discard())

const kilobyte = 1024
const limit = policy.maxImageMb * kilobyte * kilobyte
/** A read of Node's beyond the bound, and the multipart body's own lines. */
const slack = (64 + 4) * kilobyte
/** What a body that nobody reads may bring: what its stream holds. */
const unread = 64 * kilobyte

/** Bytes that the kernel holds between a client's port and the server: written and not yet taken. */
function heldByKernel(clientPort: number): number {
  const port = (text = '') => Number.parseInt(text.split(':')[1] ?? '', 16)
  // A server that listens on every address has its lines in the table of IPv6.
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1),
  )
  return rows.reduce((held, row) => {
    const [, local, remote, , queues = ''] = row.trim().split(/\s+/)
    const [sending = 0, waiting = 0] = queues.split(':').map((text) => Number.parseInt(text, 16))
    if (port(local) === clientPort && port(remote) === server.port) return held + sending
    if (port(local) === server.port && port(remote) === clientPort) return held + waiting
    return held
  }, 0)
}

/** Sends a body without an end. What the server took is what was written less what the kernel still held at the answer. */
async function sendForever(headers: Record<string, string>, isChunked: boolean) {
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  let atAnswer: { written: number; taken: number } | null = null
  let isOpen = true
  socket.on('error', () => {})
  socket.on('close', () => {
    isOpen = false
  })
  const written = () => socket.bytesWritten - socket.writableLength
  socket.on('data', (data) => {
    atAnswer ??= { written: written(), taken: written() - heldByKernel(socket.localPort ?? 0) }
    answer += data
  })
  const size = isChunked ? 'transfer-encoding: chunked' : 'content-length: 1000000000000'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(['POST /api/files HTTP/1.1', 'host: a', ...lines, size, '', ''].join('\r\n'))
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const fill = Buffer.alloc(16 * kilobyte, 0x61)
  const write = (data: Buffer | string) =>
    socket.write(
      isChunked
        ? Buffer.concat([
            Buffer.from(`${data.length.toString(16)}\r\n`),
            Buffer.from(data),
            Buffer.from('\r\n'),
          ])
        : data,
    )
  write(part)
  while (isOpen && socket.bytesWritten < 6 * limit) {
    if (socket.writableLength === 0) write(fill)
    await new Promise(setImmediate)
  }
  const total = written()
  socket.destroy()
  return { status: Number(answer.split(' ')[1]), total, ...(atAnswer ?? { written: total, taken: total }) }
}

const multipart = 'multipart/form-data; boundary=b'
const endless: [title: string, isChunked: boolean, isSigned: boolean, bound: number, status: number][] = [
  ['chunked', true, true, limit, 413],
  ['a terabyte', false, true, unread, 413],
  ['chunked, no token', true, false, limit, 401],
  ['a terabyte, no token', false, false, unread, 401],
]

test('takes no more of an endless upload than its limit and 64 KB, and answers it', async () => {
  const results = []
  for (const [title, isChunked, isSigned, bound, status] of endless) {
    const token: Record<string, string> = isSigned ? { token: `Bearer ${ada.account.token}` } : {}
    const sent = await sendForever({ 'content-type': multipart, ...token }, isChunked)
    figure(
      `${title}: status ${sent.status}; ${Math.round(sent.taken / kilobyte)} KB taken at the answer, ${Math.round(sent.written / kilobyte)} KB written, ${Math.round(sent.total / kilobyte)} KB until the line was closed`,
    )
    results.push([
      title,
      sent.status,
      sent.status === status && sent.taken <= bound + slack,
      sent.total < 6 * limit,
    ])
  }
  expect(results).toEqual(endless.map(([title, , , , status]) => [title, status, true, true]))
})
