import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openFileStore } from '../../../../server/runtime/files/open-store.ts'
import { systemRandom } from '../../../../server/runtime/random.ts'
import { readSettings } from '../../../../server/runtime/settings/settings.ts'
import { listenHere } from '../../../listen-here.ts'
import { newPostgresDatabase } from '../../postgres-database.ts'
import { testDatabases } from '../../test-databases.ts'

const endings: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** An S3 storage that refuses the given methods; returns its address and objects. */
async function startStorage(refusals: Record<string, number> = {}) {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    const body = Buffer.concat(await request.toArray())
    const refusal = refusals[method]
    if (refusal) return response.writeHead(refusal).end()
    if (method === 'PUT') objects.set(url, body)
    const found = objects.get(url)
    if (method === 'DELETE') objects.delete(url)
    response.writeHead(found ? 200 : 404).end(method === 'GET' ? found : undefined)
  })
  const port = await listenHere(server)
  endings.push(() => server.close())
  return { endpoint: `http://127.0.0.1:${port}`, objects }
}

const openBucket = (endpoint: string) =>
  openFileStore(
    readSettings({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'photos',
      S3_REGION: 'eu',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    }),
    { warn() {}, random: systemRandom },
  )

test('tests the bucket at startup, and leaves nothing in it', async () => {
  const { endpoint, objects } = await startStorage()
  const { fileStore, close } = await openBucket(endpoint)
  expect(objects.size).toBe(0)
  await fileStore.write('f1', Buffer.from('picture'))
  expect([...objects.keys()]).toEqual(['/photos/f1'])
  await close()
})

test.each([
  [{ PUT: 404 }, 'S3_BUCKET photos does not exist at'],
  [{ PUT: 403 }, 'S3_ACCESS_KEY_ID can’t PUT in the bucket photos (403)'],
  [{ GET: 403 }, 'S3_ACCESS_KEY_ID can’t GET in the bucket photos (403)'],
  [{ DELETE: 403 }, 'S3_ACCESS_KEY_ID can’t DELETE in the bucket photos (403)'],
  [{ PUT: 301 }, 'S3_BUCKET photos is not in S3_REGION eu at'],
  [{ GET: 404 }, 'returned another content than was stored.'],
])('explains in one line a bucket that answers %j', async (refusals, line) => {
  const { endpoint } = await startStorage(refusals)
  await expect(openBucket(endpoint)).rejects.toThrow(line)
})

test('explains an unreachable storage in one line', async () => {
  await expect(openBucket('http://127.0.0.1:1')).rejects.toThrow(
    /^Cannot reach S3_ENDPOINT http:\/\/127\.0\.0\.1:1: /,
  )
})

describe.runIf(testDatabases.postgresUrl)('without S3, on one PostgreSQL', () => {
  test('refuses a second instance with its own folder in production, and warns in the demo', async () => {
    const databaseUrl = await newPostgresDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'handsfree-folders-'))
    endings.push(() => rmSync(folder, { recursive: true }))
    const warnings: string[] = []
    const open = (name: string, demo = false) =>
      openFileStore(
        { ...readSettings({}), databaseUrl, dataFolder: join(folder, name), demo },
        { warn: (line) => warnings.push(line), random: systemRandom },
      )
    const first = await open('one')
    const line = /^Other instances on this database store photos in separate folders/
    await expect(open('two')).rejects.toThrow(line)
    const sharing = await open('one')
    expect(warnings).toEqual([])
    const warned = await open('three', true)
    expect(warnings).toEqual([expect.stringMatching(line)])
    for (const { close } of [first, sharing, warned]) await close()
    await (await open('two')).close()
  })
})
