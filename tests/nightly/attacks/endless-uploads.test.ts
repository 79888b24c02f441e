import { readFileSync } from 'node:fs'
import { policy } from '@handsfree/core/policy'
import { describe, expect, test } from 'vitest'
import { attackedByTraveller, engines, reportFigure } from './attacked-server.ts'
import { openLine, sendEndlessly } from './endless-body.ts'

const kilobyte = 1024
const limit = policy.maxImageMb * kilobyte * kilobyte
/** Maximum bytes that the kernel buffers between two sockets, written but unread. */
const kernel = ['rmem', 'wmem']
  .map((name) => Number(readFileSync(`/proc/sys/net/ipv4/tcp_${name}`, 'utf8').trim().split(/\s+/)[2]))
  .reduce((sum, bytes) => sum + bytes)

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
  { title: 'chunks of 16 bytes', chunkBytes: 16, token: 'own', bound: limit, status: 413 },
  { title: 'a terabyte', chunkBytes: null, token: 'own', bound: 0, status: 413 },
  { title: 'chunked, no token', chunkBytes: 16 * kilobyte, bound: 0, status: 401 },
  { title: 'chunked, a wrong token', chunkBytes: 16 * kilobyte, token: 'wrong', bound: 0, status: 401 },
  { title: 'a terabyte, no token', chunkBytes: null, bound: 0, status: 401 },
]

describe.each(engines)('on %s', (engine) => {
  const attack = attackedByTraveller(engine)

  /** Sends an endless body. The kernel buffers megabytes, so `written` exceeds the bytes that the server read. */
  async function sendForever(headers: Record<string, string>, chunkBytes: number | null) {
    const line = openLine(attack.server.port)
    const { client } = line
    const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    await sendEndlessly(line, ['POST', '/api/files', headers], { chunkBytes, begin, most: 6 * limit })
    const written = client.bytesWritten - client.writableLength
    client.destroy()
    return { status: Number(line.answer().split(' ')[1]), written }
  }

  // tests/nightly/attacks/request-bodies.test.ts checks how much the server reads.
  test('answers endless uploads and closes their connections, a stranger’s immediately', async () => {
    const own = { token: `Bearer ${attack.ada.account.token}` }
    const results = []
    for (const { title, chunkBytes, token, bound } of endless) {
      const headers = { 'content-type': multipart, ...(token === 'own' ? own : token ? wrongToken : {}) }
      const sent = await sendForever(headers, chunkBytes)
      reportFigure(
        `${engine}: ${title}: status ${sent.status}; ${Math.round(sent.written / kilobyte)} KB written until the line was closed`,
      )
      results.push([title, sent.status, sent.written <= bound + kernel])
    }
    expect(results).toEqual(endless.map(({ title, status }) => [title, status, true]))
  })
})
