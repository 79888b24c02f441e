import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CatalogueSite, getSite, listSitePictures, operatorGetCatalogue } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { sitePictures } from '../../../../server/domain/catalogue/site-pictures.table.ts'
import {
  hashOf,
  storeSitePicture,
  sweepSitePictures,
} from '../../../../server/domain/catalogue/site-pictures.ts'
import { removeContents } from '../../../../server/domain/files/remove-files.ts'
import { removedFiles } from '../../../../server/domain/files/removed-files.table.ts'
import { linesOfTool, useCatalogueFolder } from '../../run-tool.ts'
import { operatorToken } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const log: string[] = []
const server = useServer({}, { listens: true, logger: { write: (line) => log.push(line) } })
const { folder, edit } = useCatalogueFolder()

const run = (...args: string[]) => linesOfTool(server, ...args)
const named = (photos: string) =>
  edit('sites.csv', (text) =>
    text.replace(/(120\.6295,\+86 512 0000 0001,Asia\/Shanghai,,,,)[^,]*/, `$1${photos}`),
  )
const paint = (background: string, width = 3_000) =>
  sharp({ create: { width, height: 1_000, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer()
const stored = async () => (await server.call(listSitePictures, { token: operatorToken })).result
const photosOf = async (siteId: string) =>
  (await server.call(getSite, { params: { siteId } })).result.photos as string[]
const read = (url: string) => server.app.inject({ url })
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test('uploads the picture files that sites name, once, and exports them again', async () => {
  writeFileSync(join(folder, 'Lobby 大堂.jpg'), await paint('#c43c35'))
  named('Lobby 大堂.jpg|/photos/own.jpg')
  const dry = await run('import', folder, '--dry-run')
  expect(dry.out).toContain('created   sites canal-hotel')
  expect(await stored()).toEqual([])
  expect(await run('import', folder)).toEqual({ ...dry, out: dry.out.slice(0, -1) })

  const [url = '', other] = await photosOf('canal-hotel')
  expect(other).toBe('/photos/own.jpg')
  const answer = await read(url)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
  ])
  const { width, height, exif, format } = await sharp(answer.rawPayload).metadata()
  expect([width, height, exif, format]).toEqual([2_560, 853, undefined, 'webp'])
  expect(await stored()).toEqual([
    {
      url,
      width: 2_560,
      height: 853,
      sourceHash: sha(readFileSync(join(folder, 'Lobby 大堂.jpg'))),
      contentHash: sha(answer.rawPayload),
    },
  ])
  expect((await run('import', folder)).out).toEqual(['No changes.'])

  const to = mkdtempSync(join(tmpdir(), 'handsfree-exported-'))
  const first = await run('export', to)
  expect(first.out).toContain(join(to, 'photos/canal-hotel-1.webp'))
  expect(readdirSync(join(to, 'photos'))).toEqual(['canal-hotel-1.webp'])
  expect(readFileSync(join(to, 'photos/canal-hotel-1.webp'))).toEqual(answer.rawPayload)
  expect(readFileSync(join(to, 'sites.csv'), 'utf8')).toContain('photos/canal-hotel-1.webp|/photos/own.jpg')
  expect((await run('export', to)).out).not.toContain(join(to, 'photos/canal-hotel-1.webp'))
  expect((await run('import', to)).out).toEqual(['No changes.'])
  expect(await stored()).toHaveLength(1)
  rmSync(to, { recursive: true })

  writeFileSync(join(folder, 'Lobby 大堂.jpg'), await paint('#2c62c9'))
  expect((await run('import', folder)).out).toEqual(['changed   sites canal-hotel: photos'])
  expect(await photosOf('canal-hotel')).not.toContain(url)
})

test('finds a picture whose file name is decomposed Unicode', async () => {
  mkdirSync(join(folder, 'Façades'.normalize('NFD')))
  writeFileSync(
    join(folder, 'Façades'.normalize('NFD'), 'Hôtel.jpg'.normalize('NFD')),
    await paint('#0e5c4a'),
  )
  named('Façades/Hôtel.jpg'.normalize('NFC'))
  expect(await run('import', folder)).toMatchObject({ code: 0, errors: [] })
})

test('reports unusable pictures with file and line, and changes nothing', async () => {
  const before = (await server.call(operatorGetCatalogue, { token: operatorToken })).result
  const pictures = await stored()
  writeFileSync(join(folder, 'words.jpg'), 'no picture')
  writeFileSync(join(folder, 'half.jpg'), (await paint('#0e5c4a')).subarray(0, 400))
  const mistakes = async (photos: string) => {
    named(photos)
    const { code, errors } = await run('import', folder)
    expect([photos, code]).toEqual([photos, 2])
    return errors
  }
  expect(await mistakes('words.jpg|nowhere.png|../outside.jpg')).toEqual([
    '3 mistakes found; nothing was changed. Fix and import again:',
    'sites.csv:2  photos: words.jpg isn’t a JPG, PNG or WebP image',
    'sites.csv:2  photos: cannot find the picture file nowhere.png',
    'sites.csv:2  photos: ../outside.jpg is outside the folder',
  ])
  expect(await mistakes('half.jpg')).toEqual([
    '1 mistake found; nothing was changed. Fix and import again:',
    'sites.csv:2  photos: half.jpg: could not read the image',
  ])
  expect((await server.call(operatorGetCatalogue, { token: operatorToken })).result).toEqual(before)
  expect(await stored()).toEqual(pictures)
})

test('reports a failed upload to the storage with its line, and changes nothing', async () => {
  const before = (await server.call(operatorGetCatalogue, { token: operatorToken })).result
  const { fileStore } = server.services
  const write = fileStore.write.bind(fileStore)
  fileStore.write = () => Promise.reject(new Error('ENOSPC: no space left on device, write'))
  onTestFinished(() => {
    fileStore.write = write
  })
  for (const [name, colour] of [
    ['lobby.jpg', '#123456'],
    ['gate.jpg', '#654321'],
  ] as const)
    writeFileSync(join(folder, name), await paint(colour))
  named('lobby.jpg|gate.jpg')
  const refusal = /^1005 could not store the image: /
  expect(await run('import', folder)).toEqual({
    code: 1,
    out: [],
    errors: [
      expect.stringMatching(refusal),
      'Nothing was changed. Check /ready and the server’s log, then import again:',
      'sites.csv:2  photos: lobby.jpg: could not store the image',
    ],
  })
  expect((await server.call(operatorGetCatalogue, { token: operatorToken })).result).toEqual(before)
  const [line = '', ...more] = log.filter((one) => one.includes('ENOSPC'))
  expect([JSON.parse(line), more]).toMatchObject([
    { level: 'error', route: '/api/operator/site-pictures', msg: 'could not store the image' },
    [],
  ])
  fileStore.write = write
  expect((await run('import', folder)).code).toBe(0)
})

test('uploads the picture of a single site, and refuses an unknown picture address', async () => {
  const file = join(folder, 'door.png')
  writeFileSync(file, await paint('#f2b33d', 500))
  const from = process.cwd()
  process.chdir(folder)
  try {
    const changed = await run('catalogue', 'change', 'sites', 'hongqiao-railway-station', 'photos=door.png')
    expect(changed).toEqual({
      code: 0,
      out: ['changed   sites hongqiao-railway-station: photos'],
      errors: [],
    })
    const nowhere = await run('catalogue', 'change', 'sites', 'hongqiao-railway-station', 'photos=no.png')
    expect(nowhere.errors).toEqual(['cannot find the picture file no.png.'])
  } finally {
    process.chdir(from)
  }
  const [url = ''] = await photosOf('hongqiao-railway-station')
  expect((await read(url)).statusCode).toBe(200)
  const none = `/api/site-pictures/${'0'.repeat(64)}.webp`
  const refused = await run('catalogue', 'change', 'sites', 'hongqiao-railway-station', `photos=${none}`)
  expect(refused.errors[0]).toMatch(/^1008 /)
  expect(await photosOf('hongqiao-railway-station')).toEqual([url])
  expect((await read(none)).statusCode).toBe(404)
  expect((await read('/api/site-pictures/..%2Fsecret')).statusCode).toBe(404)
})

test('deletes only pictures that no site has used for a day', async () => {
  const [kept = ''] = await photosOf('hongqiao-railway-station')
  const unused = (await stored()).map(({ url }) => url).filter((url) => url !== kept)
  expect(unused.length).toBeGreaterThan(0)
  const { catalogue } = (await server.call(operatorGetCatalogue, { token: operatorToken })).result
  const used = catalogue.sites.flatMap(({ photos }: v.InferOutput<typeof CatalogueSite>) => photos)
  const later = (hours: number) => new Date(server.services.now().getTime() + hours * 3_600_000)
  await sweepSitePictures({ ...server.services, now: () => later(23) })
  await removeContents(server.services)
  expect((await read(unused[0]!)).statusCode).toBe(200)
  await sweepSitePictures({ ...server.services, now: () => later(25) })
  await removeContents(server.services)
  expect((await stored()).map(({ url }) => url).every((url) => used.includes(url))).toBe(true)
  expect((await read(kept)).statusCode).toBe(200)
  for (const url of unused.filter((one) => !used.includes(one)))
    expect((await read(url)).statusCode).toBe(404)
})

test('stores a picture again that is due for removal, and refuses it during the removal', async () => {
  const { db, now } = server.services
  const content = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#123456' } })
    .webp()
    .toBuffer()
  const image = { content, width: 40, height: 40 }
  const key = hashOf(content)
  const store = () => storeSitePicture(server.services, key, image)
  await store()
  await db.delete(sitePictures).where(eq(sitePictures.contentHash, key))
  await db.insert(removedFiles).values({ key, createTime: now() })
  await store()
  await removeContents(server.services)
  expect(await server.services.fileStore.read(key)).toEqual(content)

  await db.insert(removedFiles).values({ key, createTime: now(), claimTime: now() })
  await expect(store()).rejects.toMatchObject({ code: 1012, status: 429 })
  await db.update(removedFiles).set({ claimTime: new Date(now().getTime() - 120_001) })
  await store()
  await removeContents(server.services)
  expect(await server.services.fileStore.read(key)).toEqual(content)
})
