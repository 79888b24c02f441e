import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { exportAccount } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveKeys } from '../../../server/runtime/keys.ts'
import { brokerPassword, readBrokerPassword } from '../../../server/runtime/realtime/password.ts'
import { startServer, type TestServer } from '../../server/harness.ts'
import { type RollbackServer, startRollbackServer } from '../../server/rollback-server.ts'
import { boundary, multipart } from '../../server/samples.ts'
import { newTraveller, type TestTraveller } from '../../server/trip.ts'
import { examples, seed } from './mutated-calls.ts'

const beside = 'a secret beside the pages'

let folder = ''
let server: TestServer
let rollback: RollbackServer
let ada: TestTraveller
let session: Awaited<ReturnType<TestTraveller['openSession']>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'handsfree-pages-'))
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret'), beside)
  writeFileSync(join(folder, 'secret.txt'), beside)
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>Handsfree</title>')
  writeFileSync(join(folder, 'web', 'assets', 'main.js'), 'export {}')
  server = await startServer()
  ada = await newTraveller(server)
  session = await ada.openSession((await ada.order()).orderId)
  rollback = await startRollbackServer(server, { webFolder: join(folder, 'web') })
  await rollback.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await rollback.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

type Change = { kind: 'flip' | 'cut' | 'insert' | 'drop'; at: number; byte: number; length: number }
const changes = fc.array(
  fc.record<Change>({
    kind: fc.constantFrom('flip', 'flip', 'cut', 'insert', 'drop'),
    at: fc.nat({ max: 5_000 }),
    byte: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff),
    length: fc.constantFrom(1, 2, 4, 60),
  }),
  { minLength: 1, maxLength: 4 },
)
const change = (bytes: Buffer, { kind, at, byte, length }: Change): Buffer => {
  const index = at % (bytes.length + 1)
  const [head, tail] = [bytes.subarray(0, index), bytes.subarray(index)]
  if (kind === 'cut') return head
  if (kind === 'drop') return Buffer.concat([head, tail.subarray(length)])
  if (kind === 'insert') return Buffer.concat([head, Buffer.alloc(length, byte), tail])
  return Buffer.concat([head, Buffer.from(tail.subarray(0, 1).map(() => byte)), tail.subarray(1)])
}

const upload = async (content: Buffer) => {
  const { status, text } = await rollback.send({
    method: 'POST',
    url: '/api/files',
    headers: { token: `Bearer ${ada.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: multipart(content),
  })
  await rollback.undo()
  return { status, ...JSON.parse(text) }
}

const withChunk = (png: Buffer, type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  const afterHeader = 8 + 25
  return Buffer.concat([png.subarray(0, afterHeader), length, body, checksum, png.subarray(afterHeader)])
}

describe('changed pictures', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'accepts or refuses a picture as %s with changed bytes, and never fails',
    async (format) => {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
      const whole = await sharp({ create: { width: 20, height: 16, channels: 3, background: '#000', noise } })
        .toFormat(format)
        .toBuffer()
      const example = fc.asyncProperty(changes, async (list) => {
        const answer = await upload(list.reduce(change, whole))
        if (answer.code === 0) {
          const { width, height } = answer.result
          expect(width > 0 && height > 0 && width <= 2560 && height <= 2560).toBe(true)
        } else {
          expect(answer.code).toBe(errorCodes.paramError)
          expect([400, 413, 415]).toContain(answer.status)
        }
      })
      await fc.assert(example, { seed, numRuns: Math.min(200, examples) })
    },
    120_000,
  )

  test('limits memory when a picture contains 100 MB of packed texts or profiles', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0e5c4a' } })
      .png()
      .toBuffer()
    const packed = deflateSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 })
    const before = process.memoryUsage().rss
    for (const [type, start] of [
      ['zTXt', 'Comment\0\0'],
      ['iTXt', 'Comment\0\x01\0\0\0'],
      ['iCCP', 'profile\0\0'],
    ] as const) {
      const answer = await upload(withChunk(png, type, Buffer.concat([Buffer.from(start, 'latin1'), packed])))
      expect([0, errorCodes.paramError]).toContain(answer.code)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024)
  })

  test('refuses a picture that claims 65,000 × 65,000 pixels in its JPEG header', async () => {
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0e5c4a' } })
      .jpeg()
      .toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const claims = Buffer.from(jpeg)
    claims.writeUInt16BE(65_000, frame + 5)
    claims.writeUInt16BE(65_000, frame + 7)
    expect(await upload(claims)).toEqual({
      status: 413,
      code: errorCodes.paramError,
      message: 'the image exceeds 40 megapixels',
      result: null,
    })
  })
})

/** Sends a path unchanged, without a client that resolves its dots. */
const getRaw = (path: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const address = rollback.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    request({ port, host: '127.0.0.1', path }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
      .on('error', reject)
      .end()
  })

describe('changed paths', () => {
  const ups = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..\\',
    '..%5c',
    '%252e%252e%252f',
    '....//',
    './',
    '/',
    '%00',
    '..;/',
  ]
  const roots = '/ /assets/ /api/files/ /demo/sites/ /api/ /sandbox/pay/ // /web/ /icons/'.split(' ')
  const ends = [
    '',
    ...'secret secret.txt etc/passwd etc/passwd%00.webp server/runtime/secret.ts package.json .env'.split(
      ' ',
    ),
  ]

  test('serves no file outside its folders', async () => {
    const { status, text } = await getRaw('/assets/main.js')
    expect([status, text]).toEqual([200, 'export {}'])
    const paths = fc.tuple(
      fc.constantFrom(...roots),
      fc.array(fc.constantFrom(...ups), { maxLength: 8 }),
      fc.constantFrom(...ends),
      fc.constantFrom('', '?expires=9999999999999&signature=x', '?__proto__=1', '?%00'),
    )
    const example = fc.asyncProperty(paths, async ([root, up, end, query]) => {
      const answer = await getRaw(`${root}${up.join('')}${end}${query}`)
      expect(answer.text).not.toContain(beside)
      expect(answer.text).not.toContain('root:')
      const isPage =
        (answer.status === 200 && answer.text.includes('<title>Handsfree</title>')) ||
        (answer.status === 404 && answer.text.includes('There is no payment here'))
      const isRefused = [400, 403, 404].includes(answer.status)
      expect([isPage || (isRefused && JSON.parse(answer.text).code >= 1000), answer]).toEqual([true, answer])
    })
    await fc.assert(example, { seed, numRuns: examples })
  })

  test('serves a picture under its own signature only', async () => {
    const [path = '', query = ''] = ada.photo.split('?')
    const good = new URLSearchParams(query)
    const parts = fc.record({
      id: fc.oneof(
        fc.constant(path.slice(-24)),
        fc.stringMatching(/^[\w-]{1,64}$/),
        fc.string({ unit: 'binary' }),
      ),
      expires: fc.oneof(
        fc.constantFrom(good.get('expires')!, '', '-1', '1e12', '9'.repeat(15), '9'.repeat(400), 'NaN', '\0'),
        fc.nat().map(String),
      ),
      signature: fc.oneof(
        fc.constantFrom(good.get('signature')!, '', 'é'.repeat(43), 'x'.repeat(43), '\0'.repeat(43)),
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constant(`${good.get('signature')}=`),
      ),
    })
    const example = fc.asyncProperty(parts, async ({ id, expires, signature }) => {
      const name = encodeURIComponent(id.replace(/\p{Surrogate}|^\.{0,2}$/gu, 'x'))
      const url = `/api/files/${name}?${new URLSearchParams({ expires, signature })}`
      const answer = await rollback.send({ method: 'GET', url, headers: {} })
      if (url === `${path}?${good}`) expect(answer.status).toBe(200)
      else expect(answer).toEqual({ status: 404, text: '{"code":1002,"message":"not found","result":null}' })
    })
    await fc.assert(example, { seed, numRuns: examples })
  })
})

test('opens a download with its own ticket only, whatever the path contains', async () => {
  const { result } = await server.call(exportAccount, { token: ada.token })
  const good = result.url.slice(-22)
  const tickets = fc.oneof(
    changes.map((list) => list.reduce(change, Buffer.from(good)).toString('latin1')),
    fc.constantFrom(
      '',
      '.',
      '..',
      `${good}%00`,
      `${good}/`,
      good.toUpperCase(),
      'é'.repeat(22),
      '\0'.repeat(22),
    ),
    fc.stringMatching(/^[\w-]{22}$/),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  const before = await rollback.fingerprint()
  let network = 0
  const example = fc.asyncProperty(tickets, async (ticket) => {
    fc.pre(ticket !== good)
    network += 1
    const name = encodeURIComponent(ticket.replace(/\p{Surrogate}|^\.{0,2}$/gu, 'x'))
    const { statusCode, body } = await rollback.app.inject({
      method: 'GET',
      url: `/api/account/export/${name}`,
      remoteAddress: `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
    })
    expect([statusCode, Object.values<number>(errorCodes).includes(JSON.parse(body).code)]).toEqual([
      expect.toSatisfy((status: number) => status === 404 || status === 400 || status === 414),
      true,
    ])
  })
  await fc.assert(example, { seed, numRuns: examples })
  expect(await rollback.fingerprint()).toBe(before)
})

test('survives any request to the sandbox page, and pays with its test cards only', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      '<script>alert(1)</script>',
      '"><svg onload=alert(1)>',
      '\0',
      '%',
      'zh-CN',
      'x'.repeat(3_000),
    ),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'declined ', 'PAYS', 'pays&card=x'),
  )
  const sent = fc.record({
    method: fc.constantFrom('GET' as const, 'POST' as const),
    path: fc.oneof(fc.constant(session.redirectUrl.split('/').at(-1) ?? ''), hostile),
    query: fc.option(hostile),
    card: hostile,
    type: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/json',
      'text/plain',
      'multipart/form-data',
    ),
  })
  const example = fc.asyncProperty(sent, async ({ method, path, query, card, type }) => {
    const name = encodeURIComponent(path.replace(/\p{Surrogate}|^\.{0,2}$/gu, 'x'))
    const { statusCode, headers, body } = await rollback.app.inject({
      method,
      url: `/sandbox/pay/${name}${query === null ? '' : `?${new URLSearchParams({ lang: query })}`}`,
      ...(method === 'POST'
        ? { headers: { 'content-type': type }, payload: type.endsWith('urlencoded') ? `card=${card}` : card }
        : {}),
    })
    expect([200, 400, 404, 413, 415, 422]).toContain(statusCode)
    if (!String(headers['content-type']).startsWith('text/html')) {
      expect(Object.values<number>(errorCodes)).toContain(JSON.parse(body).code)
      return
    }
    expect(String(headers['content-security-policy'])).toContain("default-src 'none'")
    expect(body).not.toMatch(/<script|<svg onload|alert\(1\)/)
  })
  const before = await rollback.fingerprint()
  await fc.assert(example, { seed, numRuns: examples })
  expect(await rollback.fingerprint()).toBe(before)
})

test('accepts a broker password only if it is unchanged', async () => {
  const { keys } = server.services
  const now = server.services.now()
  const good = await brokerPassword(
    keys,
    { holder: 'ada', clientId: 'TMS-ada', tokenHash: 'f'.repeat(64) },
    now,
  )
  const read = (password: string) => readBrokerPassword(keys, password, now)
  expect(await read(good)).toEqual({
    holder: 'ada',
    clientId: 'TMS-ada',
    tokenHash: 'f'.repeat(64),
    device: null,
    expires: now.getTime() / 1000 + 3600,
  })
  expect(await readBrokerPassword(deriveKeys('another secret of 32 characters'), good, now)).toBe(null)
  const [head = '', claims = '', signature = ''] = good.split('.')
  const forged = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const none = forged({ alg: 'none', typ: 'JWT' })
  const passwords = fc.oneof(
    fc.constantFrom('', '.', '..', '...', `${none}.${claims}.`, `${none}.${claims}.${signature}`, `${good}.`),
    fc.constantFrom(`${head}.${claims}`, `${head}..${signature}`, ` ${good}`, `${good}=`, good.toUpperCase()),
    fc.constantFrom(`${head}.${forged({ sub: 'eve', jti: 'x', exp: 9e9 })}.${signature}`),
    fc.string({ unit: 'binary', maxLength: 200 }),
    changes.map((list) => list.reduce(change, Buffer.from(good)).toString('latin1')),
  )
  await fc.assert(
    fc.asyncProperty(passwords, async (password) => {
      fc.pre(password !== good)
      expect(await read(password)).toBe(null)
    }),
    { seed, numRuns: 4 * examples },
  )
})
