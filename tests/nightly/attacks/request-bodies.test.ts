import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useServer } from '../../server/use-server.ts'
import { type EndlessBody, headOf, type Line, openLine, sendEndlessly } from './endless-body.ts'

const jsonLimit = 64 * 1024
const uploadLimit = 10 * 1024 * 1024
const webhookLimit = 256 * 1024
const chunkBytes = 16 * 1024
/** 64 KB, plus the request's headers. */
const slack = 65 * 1024

const times = { headers: 400, check: 20, body: 1_500, idle: 3_000, farewell: 100 }

const server = useServer({}, { listens: true, times })
let token = ''
/** The server's sockets, oldest first. */
const lines: Socket[] = []
beforeAll(async () => {
  server.app.server.on('connection', (line: Socket) => lines.push(line))
  token = (await server.signIn()).token
})

type Sent = {
  /** Bytes of the body that the client had sent when the response arrived. */
  sent: number
  /** Total bytes that the server read. */
  read: number
  status: number
  envelope: unknown
}

const open = async (): Promise<Line & { line: Socket }> => {
  const count = lines.length
  const opened = openLine(server.port)
  await once(opened.client, 'connect')
  while (lines.length === count) await turn()
  return { ...opened, line: lines.at(-1)! }
}

/** Sends an endless body until the server closes the connection, with or without a response. */
async function sendForever(
  request: Parameters<typeof headOf>,
  body: Partial<EndlessBody> = {},
): Promise<Sent> {
  const { line, ...opened } = await open()
  let sent = 0
  const onFill = (bytes: number) => {
    if (!opened.answer()) sent += bytes
  }
  await sendEndlessly(opened, request, { chunkBytes, most: 2 * uploadLimit, ...body, onFill })
  opened.client.destroy()
  const [first = '', text = ''] = opened.answer().split('\r\n\r\n')
  return {
    sent,
    read: line.bytesRead,
    status: Number(first.split(' ')[1]),
    envelope: text && JSON.parse(text),
  }
}

const json = { 'content-type': 'application/json' }
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
const filePart =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
const otherPart = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\na\r\n'
const signedIn = () => ({ token: `Bearer ${token}` })
const refused = (message: string, code = 1008) => ({ code, message, result: null })

type Case = {
  title: string
  post: string
  headers(): Record<string, string>
  /** For uploads: the body's start, and its repeated part. */
  begin?: string
  fill?: Buffer
  limit: number
  /** The server answers only after a database query. Until then the kernel buffers more, unread. */
  isLookedUp?: boolean
  status: number
  envelope: unknown
}
const upload = { post: '/api/files', headers: () => ({ ...multipart, ...signedIn() }), limit: uploadLimit }
const tooLarge = { status: 413, envelope: refused('larger than 10 MB') }
const tooLargeJson = { headers: () => json, status: 413, envelope: refused('body too large') }
const stranger = { headers: () => multipart, limit: 0, status: 401, envelope: refused('not logged in', 1010) }
const photos = '/api/operator/orders/x/photos'

const cases: Case[] = [
  { title: 'an upload', ...upload, begin: filePart, ...tooLarge },
  { title: 'an upload whose part never begins', ...upload, ...tooLarge },
  { title: 'an upload without a token', post: '/api/files', begin: filePart, ...stranger },
  {
    title: 'an upload with a wrong token',
    post: '/api/files',
    begin: filePart,
    ...stranger,
    headers: () => ({ ...multipart, token: 'Bearer wrong' }),
    isLookedUp: true,
  },
  { title: 'an upload for employees without a token', post: photos, begin: filePart, ...stranger },
  { title: 'JSON', post: '/api/verification-codes', limit: jsonLimit, ...tooLargeJson },
  { title: 'a webhook', post: '/api/payments/webhook/sandbox', limit: webhookLimit, ...tooLargeJson },
  { title: 'a body for an unknown path', post: '/api/nothing', limit: jsonLimit, ...tooLargeJson },
  {
    title: 'a body of an unknown type',
    post: '/api/users',
    headers: () => ({ 'content-type': 'text/plain' }),
    limit: 0,
    status: 415,
    envelope: refused('unsupported content type'),
  },
]

/** Expects a response, and at most the limit plus 64 KB read. */
const bounded = (answered: Sent, limit: number, isLookedUp = false) => {
  expect(answered.read).toBeLessThanOrEqual(limit + slack)
  if (!isLookedUp) expect(answered.sent).toBeLessThanOrEqual(limit + slack)
}

describe.each([
  ['a chunked body', chunkBytes],
  ['a body of a terabyte', null],
])('closes the connection of %s within its limit and 64 KB', (_, ofChunk) => {
  test.each(cases)(
    'closes the connection of $title',
    async ({ post, headers, begin, fill, limit, isLookedUp, status, envelope }) => {
      const answered = await sendForever(['POST', post, headers()], { begin, fill, chunkBytes: ofChunk })
      expect(answered).toEqual({ sent: expect.any(Number), read: expect.any(Number), status, envelope })
      bounded(answered, limit, isLookedUp)
    },
  )

  test('closes the connection of a body that no call expects', async () => {
    const answered = await sendForever(['GET', '/api/op-config/contact', json], { chunkBytes: ofChunk })
    expect(answered).toMatchObject({ status: 200, envelope: { code: 0 } })
    const isLookedUp = true
    bounded(answered, 0, isLookedUp)
  })
})

test('closes the connection of an upload with endless parts', async () => {
  const fill = Buffer.from(otherPart.repeat(200))
  const answered = await sendForever(['POST', upload.post, upload.headers()], { fill })
  expect(answered).toMatchObject({ status: 400, envelope: { code: 1008 } })
  bounded(answered, uploadLimit)
})

test('counts the frames of an upload in chunks of 16 bytes', async () => {
  const answered = await sendForever(['POST', upload.post, upload.headers()], { chunkBytes: 16 })
  expect(answered).toMatchObject(tooLarge)
  bounded(answered, uploadLimit + slack)
})

test('keeps the connection of a request whose body was read', async () => {
  const { client, answer, closed } = await open()
  const body = JSON.stringify({ dialCode: '86', phoneNumber: '1' })
  const request =
    headOf('POST', '/api/verification-codes', { ...json, 'content-length': `${body.length}` }) + body
  for (const count of [1, 2]) {
    client.write(request)
    await vi.waitFor(() => expect(answer().match(/"code":1008/g)).toHaveLength(count))
  }
  client.destroy()
  await closed
})

describe('closes stalled connections', () => {
  const waits: [string, string][] = [
    ['nothing', ''],
    ['half a line', 'GET / HT'],
    ['half the headers', 'POST /api/users HTTP/1.1\r\nhost: a\r\ncontent-'],
  ]
  test.each(waits)('closes a connection that sent %s and stalls', async (_, begin) => {
    const { client, closed, answer } = await open()
    client.write(begin)
    await closed
    expect(answer()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  })

  const halves: [string, string, () => Record<string, string>, string][] = [
    ['half a JSON body', '/api/users', () => json, '{"dial'],
    ['half an upload', '/api/files', upload.headers, filePart],
  ]
  test.each(halves)('closes a connection that sent %s and stalls', async (_, path, headers, begin) => {
    const { client, closed, answer } = await open()
    client.write(headOf('POST', path, { ...headers(), 'content-length': '5000' }) + begin)
    await closed
    expect(answer()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  })

  test('closes the connection of an upload that sends only a byte at a time', async () => {
    const { client, closed, answer } = await open()
    client.write(headOf('POST', '/api/files', { ...upload.headers(), 'content-length': '50000' }) + filePart)
    const drip = setInterval(() => client.write('a'), times.body / 10)
    await closed
    clearInterval(drip)
    expect(answer()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  })
})

test('keeps an upload open that keeps arriving', async () => {
  const { client, answer, line, closed } = await open()
  client.write(headOf('POST', '/api/files', { ...upload.headers(), 'content-length': '5000000' }) + filePart)
  const began = performance.now()
  const steady = setInterval(() => client.write(Buffer.alloc(48 * 1024)), times.body / 10)
  await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(times.body * 4), {
    timeout: 10_000,
  })
  clearInterval(steady)
  expect([line.destroyed, answer()]).toEqual([false, ''])
  client.destroy()
  await closed
})

test('closes a connection whose client reads no responses', async () => {
  const { client, line } = await open()
  client.pause()
  const page = headOf('GET', '/api/openapi.json', {})
  // Sends requests one after another until the kernel's buffers are full, since the server refuses pipelining.
  const askNext = (_: IncomingMessage, response: ServerResponse) =>
    void response.once('finish', () => client.write(page))
  server.app.server.on('request', askNext)
  onTestFinished(() => void server.app.server.off('request', askNext))
  client.write(page)
  await once(line, 'close')
  expect(line.bytesWritten).toBeGreaterThan(0)
  client.destroy()
})
