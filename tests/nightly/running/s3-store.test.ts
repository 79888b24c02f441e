import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemNow } from '../../../server/runtime/clock.ts'
import { createS3Store } from '../../../server/runtime/files/s3-store.ts'
import { systemRandom } from '../../../server/runtime/random.ts'
import { gatewaySms } from '../../../server/runtime/sms/sms.ts'
import { listenHere } from '../../listen-here.ts'

/** Accepts requests without completing a response. Returns its URL and the number of requests. */
async function startSilentServer({ sendsHead }: { sendsHead: boolean }) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume()
    if (sendsHead) response.writeHead(200, { 'content-length': 100 }).write('a')
  })
  const port = await listenHere(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, requests: () => requests }
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const storeAt = (endpoint: string) =>
  createS3Store(
    { endpoint, bucket: 'photos', region: 'eu', accessKeyId: 'id', secretAccessKey: 'key' },
    { limitMs: 3_000 },
  )

const calls = 10

test.each(['write', 'read', 'remove'] as const)(
  'rejects each %s of a storage that never answers, also after a garbage collection',
  { timeout: 15_000 },
  async (method) => {
    const { url, requests } = await startSilentServer({ sendsHead: false })
    const store = storeAt(url)
    const results = Array.from({ length: calls }, (_, index) =>
      store[method](`f${index}`, Buffer.from('picture')).then(String, ({ name }: Error) => name),
    )
    await vi.waitUntil(() => requests() === calls, { timeout: 10_000 })
    collectGarbage()
    expect(await Promise.all(results)).toEqual(results.map(() => 'TimeoutError'))
  },
)

test('rejects a read whose content stalls, also after a garbage collection', {
  timeout: 15_000,
}, async () => {
  const { url, requests } = await startSilentServer({ sendsHead: true })
  const store = storeAt(url)
  const results = Array.from({ length: calls }, (_, index) =>
    store.read(`f${index}`).then(String, ({ name }: Error) => name),
  )
  await vi.waitUntil(() => requests() === calls, { timeout: 10_000 })
  collectGarbage()
  expect(await Promise.all(results)).toEqual(results.map(() => 'TimeoutError'))
})

test('rejects a text message to a gateway that never answers, also after a garbage collection', {
  timeout: 30_000,
}, async () => {
  const { url, requests } = await startSilentServer({ sendsHead: false })
  const gateway = { gateway: 'http', url, token: 'token', sender: 'Handsfree' } as const
  const sms = gatewaySms(
    { ...gateway, signature: null, templates: {}, reportSecret: null },
    { publicUrl: null, origin: 'http://localhost', rehearsal: null },
    { now: systemNow, random: systemRandom },
  )
  const phone = { dialCode: '86', phoneNumber: '13812342046' }
  const result = sms
    .sendText(phone, { kind: 'prepared', locale: 'en-US', text: 'text', values: {} })
    .then(String, ({ name }: Error) => name)
  await vi.waitUntil(() => requests() === 1, { timeout: 10_000 })
  collectGarbage()
  expect(await result).toBe('TimeoutError')
})
