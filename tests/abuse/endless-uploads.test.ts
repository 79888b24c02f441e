import { readFileSync } from 'node:fs'
import { policy } from '@handsfree/core/policy'
import { expect, test } from 'vitest'
import { openLine, sendEndlessly } from '../server/endless-body.ts'
import { attackedByTraveller, figure } from './attacked-server.ts'

const attack = attackedByTraveller('PGlite')

const kilobyte = 1024
const limit = policy.maxImageMb * kilobyte * kilobyte
/** One read of Node's beyond the bound. */
const slack = 64 * kilobyte

const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16)

/** Bytes that the kernel holds between a client's port and the server: written and not yet taken. Null once the server has closed. */
function heldByKernel(clientPort: number): number | null {
  // A server that listens on every address has its lines in the table of IPv6.
  const ends = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => {
        const [, local, remote, , queues = '', , , , , inode] = row.trim().split(/\s+/)
        const [sending = 0, waiting = 0] = queues.split(':').map((text) => Number.parseInt(text, 16))
        // A socket that its process has closed is nobody's: its queue is emptied, not read.
        return { local: portOf(local), remote: portOf(remote), sending, waiting, isOpen: inode !== '0' }
      }),
  )
  const near = ends.find(({ local, remote }) => local === clientPort && remote === attack.server.port)
  const far = ends.find(
    ({ local, remote, isOpen }) => isOpen && local === attack.server.port && remote === clientPort,
  )
  return far ? (near?.sending ?? 0) + far.waiting : null
}

/**
 * Sends a body without an end. What the server took is what was written less what the kernel still held, when that was
 * last seen before the server closed the line.
 */
async function sendForever(headers: Record<string, string>, chunkBytes: number | null) {
  const line = openLine(attack.server.port)
  const { client } = line
  let taken: number | null = null
  const written = () => client.bytesWritten - client.writableLength
  const onWait = () => {
    const held = heldByKernel(client.localPort ?? 0)
    if (held !== null) taken = Math.max(0, written() - held)
  }
  const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  await sendEndlessly(line, ['POST', '/api/files', headers], { chunkBytes, begin, most: 6 * limit, onWait })
  const total = written()
  client.destroy()
  return { status: Number(line.answer().split(' ')[1]), total, taken: taken ?? total }
}

const multipart = 'multipart/form-data; boundary=b'
const wrongToken = { token: `Bearer ${'x'.repeat(43)}` }
type Sent = {
  title: string
  chunkBytes: number | null
  token?: 'own' | 'wrong'
  bound: number
  status: number
}
const endless: Sent[] = [
  { title: 'chunked', chunkBytes: 16 * kilobyte, token: 'own', bound: limit, status: 413 },
  { title: 'chunks of 16 bytes', chunkBytes: 16, token: 'own', bound: limit + slack, status: 413 },
  { title: 'a terabyte', chunkBytes: null, token: 'own', bound: 0, status: 413 },
  { title: 'chunked, no token', chunkBytes: 16 * kilobyte, bound: 0, status: 401 },
  { title: 'chunked, a wrong token', chunkBytes: 16 * kilobyte, token: 'wrong', bound: 0, status: 401 },
  { title: 'a terabyte, no token', chunkBytes: null, bound: 0, status: 401 },
]

test('takes no more of an endless upload than its limit and 64 KB, nor of a stranger’s than 64 KB, and answers it', async () => {
  const own = { token: `Bearer ${attack.ada.account.token}` }
  const results = []
  for (const { title, chunkBytes, token, bound, status } of endless) {
    const headers = { 'content-type': multipart, ...(token === 'own' ? own : token ? wrongToken : {}) }
    const sent = await sendForever(headers, chunkBytes)
    const [taken, total] = [sent.taken, sent.total].map((bytes) => Math.round(bytes / kilobyte))
    figure(
      `${title}: status ${sent.status}; ${taken} KB taken, ${total} KB written until the line was closed`,
    )
    const isBounded = sent.status === status && sent.taken <= bound + slack
    results.push([title, sent.status, isBounded, sent.total < 6 * limit])
  }
  expect(results).toEqual(endless.map(({ title, status }) => [title, status, true, true]))
})
