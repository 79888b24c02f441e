import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useServer } from '../../use-server.ts'

const server = useServer()

const get = (url: string, encoding?: string) =>
  server.app.inject({ method: 'GET', url, headers: encoding ? { 'accept-encoding': encoding } : {} })
const sites = '/api/sites?from=lakeside-garden-hotel'

test('compresses a long response for a client that accepts Brotli', async () => {
  const plain = await get(sites)
  const packed = await get(sites, 'gzip, deflate, br, zstd')
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'br'])
  expect(packed.headers.vary).toContain('accept-encoding')
  expect(Number(packed.headers['content-length'])).toBeLessThan(plain.body.length / 2)
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(plain.json())
})

test.each([undefined, 'gzip', 'br;q=0', 'identity'])(
  'sends an uncompressed response to a client that accepts %s',
  async (encoding) => {
    const { headers, json } = await get(sites, encoding)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toContain('accept-encoding')
    expect(json().code).toBe(0)
  },
)

test('sends a short response uncompressed', async () => {
  const { headers, json } = await get('/api/op-config/contact', 'br')
  expect(headers['content-encoding']).toBeUndefined()
  expect(json().code).toBe(0)
})
