import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import type { StoredFile } from '@handsfree/core/contract'
import { eq, inArray } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { fileIdOf, signFileUrl } from '../../../../server/domain/files/file-url.ts'
import { files } from '../../../../server/domain/files/files.table.ts'
import {
  markOwnFilesUsed,
  storeFile,
  storeUpload,
  sweepFiles,
} from '../../../../server/domain/files/files.ts'
import { removeContents } from '../../../../server/domain/files/remove-files.ts'
import { createS3Store } from '../../../../server/runtime/files/s3-store.ts'
import { newId } from '../../../../server/runtime/random.ts'
import { listenHere } from '../../../listen-here.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
let token = ''
let uin = ''
beforeAll(async () => {
  const account = await server.signIn()
  token = account.token
  uin = account.uin
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0e5c4a' } })
const smallPng = () => picture(8, 8).png().toBuffer()

const image = { content: Buffer.from('a picture'), width: 4, height: 3 }

type Part = { name: string; content: Buffer | string; filename?: string; type?: string }

const multipart = (parts: Part[]) => {
  const boundary = 'handsfree-boundary'
  const chunks = parts.flatMap(({ name, content, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n${
        type ? `content-type: ${type}\r\n` : ''
      }\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

type Uploaded = { status: number; code: number; message: string; result: StoredFile }

const send = async (request: Pick<InjectOptions, 'headers' | 'payload'>, by = token): Promise<Uploaded> => {
  const headers = { ...request.headers, ...(by ? { token: `Bearer ${by}` } : {}) }
  const response = await server.app.inject({ ...request, method: 'POST', url: '/api/files', headers })
  return { status: response.statusCode, ...response.json() }
}
const post = (parts: Part[], by = token) => send(multipart(parts), by)
const upload = (content: Buffer, by = token) =>
  post([{ name: 'file', content, filename: 'photo.jpg', type: 'image/jpeg' }], by)
const read = (url: string, by?: string) =>
  server.app.inject({ method: 'GET', url, headers: by ? { token: `Bearer ${by}` } : {} })
const refused = (status: number, message: string) => ({ status, code: 1008, message, result: null })
const damaged = { ...refused(400, 'could not read the image'), result: { code: 'damaged' } }

test('returns code 1005 while the storage fails to return a picture', async () => {
  const { services } = server
  const address = signFileUrl(services, await storeFile(services.db, services, uin, image))
  const { read } = services.fileStore
  services.fileStore.read = () => Promise.reject(new Error('storage responded with 503 to a GET'))
  const answers = []
  for (const url of [address, `/api/site-pictures/${'0'.repeat(64)}.webp`])
    answers.push((await server.app.inject({ url })).json())
  services.fileStore.read = read
  const refused = { code: 1005, message: 'could not read the image from storage', result: null }
  expect(answers).toEqual([refused, refused])
  expect((await server.app.inject({ url: address })).statusCode).toBe(200)
})

test('converts a JPG, a PNG and a WebP to WebP of the same size', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const answered = await upload(await picture(64, 48).toFormat(format).toBuffer())
    expect(answered).toEqual({
      status: 200,
      code: 0,
      message: 'ok',
      result: {
        url: expect.stringMatching(/^\/api\/files\/[\da-f]{24}\?expires=\d+&signature=[\w-]{43}$/),
        width: 64,
        height: 48,
      },
    })
    const response = await read(answered.result.url)
    const { 'content-type': type, 'content-security-policy': policy, ...headers } = response.headers
    const { 'referrer-policy': referrer, 'cache-control': caching } = headers
    expect([response.statusCode, type, policy, referrer, caching]).toEqual([
      200,
      'image/webp',
      "sandbox; default-src 'none'",
      'no-referrer',
      'no-store',
    ])
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 64,
      height: 48,
    })
  }
})

test('rotates a picture upright, and strips its metadata', async () => {
  const taken = await picture(120, 80)
    .jpeg()
    .withExif({
      IFD0: { Make: 'TravellerCam' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 14/1 41/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const before = await sharp(taken).metadata()
  expect([before.exif?.includes('TravellerCam'), before.orientation]).toEqual([true, 6])
  const { result } = await upload(taken)
  expect([result.width, result.height]).toEqual([80, 120])
  const { rawPayload } = await read(result.url)
  const after = await sharp(rawPayload).metadata()
  for (const kind of ['exif', 'xmp', 'icc', 'orientation'] as const) expect(after[kind], kind).toBeUndefined()
  expect(rawPayload.includes('TravellerCam')).toBe(false)
})

test('scales a large picture down to 2,560 pixels per side', async () => {
  const { result } = await upload(await picture(4000, 3000).jpeg({ quality: 20 }).toBuffer())
  expect([result.width, result.height]).toEqual([2560, 1920])
})

test('refuses HTML behind a JPEG header', async () => {
  const html = Buffer.from('\xff\xd8\xff\xe0<script>alert(1)</script>', 'latin1')
  expect(await upload(html)).toEqual(damaged)
})

test('strips data that follows a picture in its file', async () => {
  const jpeg = await picture(32, 32).jpeg().toBuffer()
  const { result } = await upload(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]))
  expect((await read(result.url)).rawPayload.includes('<script>')).toBe(false)
})

test('refuses SVG, GIF, PDF and text that are sent as JPEG', async () => {
  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a…', '%PDF-1.7', 'hello', '']) {
    expect(await upload(Buffer.from(content))).toEqual(refused(415, 'only JPG, PNG and WebP are supported'))
  }
})

test('refuses a truncated picture', async () => {
  const whole = await picture(800, 600).jpeg().toBuffer()
  expect(await upload(whole.subarray(0, whole.length / 2))).toEqual(damaged)
})

/** A small file that unpacks to a black square of `side` × `side` pixels. */
const bomb = (side: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('refuses a PNG of 16383 × 16383 in a few kilobytes before decoding it', async () => {
  const content = bomb(16_383)
  expect(content.length).toBeLessThan(64 * 1024)
  const before = process.memoryUsage().rss
  expect(await upload(content)).toEqual(refused(413, 'the image exceeds 40 megapixels'))
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
})

test('accepts a picture of just under 40 megapixels', async () => {
  expect(await upload(bomb(6_300))).toMatchObject({ code: 0, result: { width: 2560, height: 2560 } })
})

test('refuses a picture larger than 10 MB', async () => {
  const jpeg = await picture(32, 32).jpeg().toBuffer()
  const large = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)])
  expect(await upload(large)).toEqual(refused(413, 'larger than 10 MB'))
  const justOver = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - jpeg.length + 1)])
  expect(await upload(justOver)).toEqual(refused(413, 'larger than 10 MB'))
})

test('requires one part named file, a multipart body and a token', async () => {
  const content = await smallPng()
  const part = { content, filename: 'a.png', type: 'image/png' }
  expect(await post([{ name: 'photo', ...part }])).toEqual(
    refused(400, 'the body must have one part named file'),
  )
  expect(await post([{ name: 'file', content: 'text' }])).toMatchObject({ status: 400, code: 1008 })
  const twice = [part, part].map((one) => ({ name: 'file', ...one }))
  expect(await post(twice)).toMatchObject({ status: 400, code: 1008 })
  expect(await post([])).toEqual(refused(400, 'the body must have one part named file'))
  const json = await send({ payload: { file: 'x' } })
  expect(json).toEqual(refused(415, 'the body must be multipart/form-data'))
  expect(await upload(content, '')).toMatchObject({ status: 401, code: 1010 })
})

test('serves a picture at its signed address for 15 minutes, but not to other travellers', async () => {
  const { result } = await upload(await smallPng())
  const stranger = await server.signIn()
  const notFound = { code: 1002, message: 'not found', result: null }
  expect((await read(result.url)).statusCode).toBe(200)
  expect((await read(result.url, token)).statusCode).toBe(200)
  const unsigned = result.url.split('?')[0] ?? ''
  const forged = result.url.replace(/expires=\d+/, 'expires=99999999999999')
  const unknown = signFileUrl(server.services, 'f'.repeat(24))
  for (const [url, by] of [
    [result.url, stranger.token],
    [unsigned],
    [unsigned, token],
    [forged],
    [unknown],
  ] as const) {
    const response = await read(url, by)
    expect([response.statusCode, response.json()]).toEqual([404, notFound])
  }
  server.clock.advance(15 * 60_000)
  expect((await read(result.url, token)).json()).toEqual(notFound)
  expect((await read(signFileUrl(server.services, fileIdOf(result.url) ?? ''), token)).statusCode).toBe(200)
})

const keep = (by: string, urls: string[]) =>
  server.services.db.transaction((tx) => markOwnFilesUsed(tx, server.services, by, urls))

test('accepts only the traveller’s own pictures for an order', async () => {
  const { result } = await upload(await smallPng())
  const stranger = await server.signIn()
  expect(await keep(uin, [result.url])).toEqual([fileIdOf(result.url)])
  await expect(keep(stranger.uin, [result.url])).rejects.toMatchObject({ code: 1008 })
  await expect(keep(uin, [result.url, '/api/files/nothing'])).rejects.toMatchObject({ code: 1008 })
  await expect(keep(uin, ['https://elsewhere.example/a.png'])).rejects.toMatchObject({ code: 1008 })
})

test('deletes unused pictures a day after their upload', async () => {
  const { services } = server
  const { db, fileStore } = services
  const [kept, unused] = [
    await storeFile(db, services, uin, image),
    await storeFile(db, services, uin, image),
  ]
  await keep(uin, [signFileUrl(services, kept)])
  const there = async () => {
    const rows = await db
      .select()
      .from(files)
      .where(inArray(files.fileId, [kept, unused]))
    const contents = await Promise.all([kept, unused].map((fileId) => fileStore.read(fileId)))
    return [rows.map(({ fileId }) => fileId).toSorted(), contents.map((content) => content !== null)]
  }
  server.clock.advance(24 * 3_600_000)
  await sweepFiles(services)
  expect(await there()).toEqual([[kept, unused].toSorted(), [true, true]])
  server.clock.advance(1)
  await sweepFiles(services)
  // The transaction doesn't call the storage; contents are removed afterwards.
  expect(await there()).toEqual([[kept], [true, true]])
  await removeContents(services)
  expect(await there()).toEqual([[kept], [true, false]])
  await expect(keep(uin, [signFileUrl(services, unused)])).rejects.toMatchObject({ code: 1008 })
})

test('stores one file per picture in the folder, and no partial files', () => {
  const names = readdirSync(join(server.services.settings.dataFolder, 'files'))
  expect(names.every((name) => /^[\da-f]{24}$/.test(name))).toBe(true)
})

test('reads and writes an S3 storage by signed requests', async () => {
  const seen: string[] = []
  const bucket = new Map<string, Buffer>()
  const { createServer } = await import('node:http')
  const storage = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const signed = /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-test\/s3\/aws4_request/.test(
      request.headers.authorization ?? '',
    )
    seen.push(`${request.method} ${request.url} ${signed}`)
    if (request.method === 'PUT') bucket.set(request.url ?? '', Buffer.concat(chunks))
    const stored = bucket.get(request.url ?? '')
    response.writeHead(stored ? 200 : 404).end(request.method === 'GET' ? stored : undefined)
  })
  const port = await listenHere(storage)
  const store = createS3Store({
    endpoint: `http://127.0.0.1:${port}/`,
    bucket: 'photos',
    region: 'eu-test',
    accessKeyId: 'key-id',
    secretAccessKey: 'key-secret',
  })
  await store.write('f1', Buffer.from('content'))
  expect((await store.read('f1'))?.toString()).toBe('content')
  expect(await store.read('f2')).toBe(null)
  storage.close()
  expect(seen).toEqual(['PUT /photos/f1 true', 'GET /photos/f1 true', 'GET /photos/f2 true'])
})

test('allows 15 uploads in progress per traveller, and refuses one more', async () => {
  const { token: own } = await server.signIn()
  const one = await smallPng()
  const part = { name: 'file', content: one, filename: 'a.png', type: 'image/png' }
  const { headers, payload } = multipart([part])
  const bodies = Array.from({ length: 16 }, () => new PassThrough())
  const sent = bodies.map(async (body) => {
    body.write(payload.subarray(0, 40))
    return send({ headers, payload: body }, own)
  })
  const refusal = {
    status: 429,
    code: 1012,
    message: 'too many concurrent uploads',
    result: { field: 'photosAtOnce', retryAfter: 10 },
  }
  expect(await Promise.race(sent)).toEqual(refusal)
  expect(await upload(one)).toMatchObject({ status: 200 })
  for (const body of bodies) body.end(payload.subarray(40))
  const answers = await Promise.all(sent)
  expect(answers.toSorted((a, b) => a.status - b.status)).toEqual([
    ...Array(15).fill(expect.objectContaining({ status: 200 })),
    refusal,
  ])
  expect(await upload(one, own)).toMatchObject({ status: 200 })
})

test('stores 200 pictures per traveller and day, and refuses more', async () => {
  const { token: own, uin: owner } = await server.signIn()
  const { db, now, random } = server.services
  const row = () => ({ fileId: newId(random), uin: owner, width: 1, height: 1, bytes: 1, createTime: now() })
  await db.insert(files).values(Array.from({ length: 195 }, row))
  const one = await smallPng()
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(one, own)))
  const result = { field: 'photosToday' }
  const refusal = { status: 429, code: 1012, message: 'daily image limit reached', result }
  expect(answers.toSorted((a, b) => a.status - b.status)).toEqual([
    ...Array(5).fill(expect.objectContaining({ status: 200 })),
    ...Array(7).fill(refusal),
  ])
  expect(await db.$count(files, eq(files.uin, owner))).toBe(200)
})

test('stores 200 pictures per traveller and day when 260 arrive concurrently', async () => {
  const { uin: owner } = await server.signIn()
  const stored = await Promise.allSettled(
    Array.from({ length: 260 }, () => storeUpload(server.services, owner, image)),
  )
  const refused = stored.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toEqual(Array(60).fill(expect.objectContaining({ message: 'daily image limit reached' })))
  expect(await server.services.db.$count(files, eq(files.uin, owner))).toBe(200)
})
