import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { users } from '../../../server/domain/users/users.table.ts'
import { openDatabase } from '../../../server/runtime/db/database.ts'
import { lanAddress } from '../../../server/runtime/lan-address.ts'
import { readSettings } from '../../../server/runtime/settings/settings.ts'
import { warningsOf } from '../../../server/runtime/settings/settings-checks.ts'
import { type RunningServer, startServer } from '../../../server/start.ts'
import { welcome } from '../../../server/welcome.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'handsfree-start-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = (environment: Record<string, string> = {}) =>
  readSettings({ PORT: '0', HANDSFREE_DATA: folder, HANDSFREE_AUTOPILOT: 'off', ...environment })

const post = async ({ port }: RunningServer, path: string, body: unknown, token?: string) => {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { token: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { code: number; result: Record<string, string> }
}

test('starts on an empty folder, keeps its data across starts, and refuses a second server', async () => {
  const first = await startServer(settings())
  const phone = { dialCode: '86', phoneNumber: '13700000001' }
  const sent = await post(first, '/verification-codes', phone)
  const signed = await post(first, '/users', { ...phone, code: sent.result.demoCode })
  const { token } = signed.result
  expect((await post(first, '/users/customers', { name: 'Ada' }, token)).code).toBe(0)

  await expect(startServer(settings())).rejects.toThrow(
    `${join(folder, 'db')} is in use by process ${process.pid}. Stop it, or set HANDSFREE_DATA to another folder.`,
  )
  const secret = readFileSync(join(folder, 'secret'), 'utf8')
  expect(secret.trim().length).toBe(64)
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  // PGlite creates world-readable files.
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await first.stop()

  const second = await startServer(settings())
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret)
  const response = await fetch(
    `http://127.0.0.1:${second.port}/api/users/customers?uins[]=${signed.result.uin}`,
    { headers: { token: `Bearer ${token}` } },
  )
  expect(await response.json()).toMatchObject({
    code: 0,
    result: { [signed.result.uin ?? '']: { name: 'Ada' } },
  })
  await second.stop()

  const production = settings({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://bags.example',
    DATABASE_URL: 'postgresql://localhost/handsfree',
    HANDSFREE_STATIC_KEY: 'nT4-xWc0Qe8uKzLr',
    HANDSFREE_SECRET: 'kV7eQ2mZ9dXw4LrT1sYb6HcN8fJp3GuA',
    HANDSFREE_HOTLINE: '+852 3000 1234',
    MARKETS: 'HK',
    COMPANY_NAME: 'Example Luggage Ltd.',
    COMPANY_REGISTRATION: '12345678',
    COMPANY_ADDRESS: '1 Example Road, Hong Kong',
    COMPANY_EMAIL: 'help@bags.example',
    SMS_URL: 'https://sms.example/send',
    SMS_TOKEN: 'token',
    SMS_SENDER: 'Handsfree',
    STRIPE_SECRET_KEY: 'sk_live_51HxQ',
    STRIPE_WEBHOOK_SECRET: 'whsec_p9Rk2LmXv7',
  })
  // Settings refuse PGlite in production; this checks the database independently.
  const warned = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await expect(startServer({ ...production, databaseUrl: null })).rejects.toThrow(
    'Production can’t use the demo’s database. Set DATABASE_URL to another database.',
  )
  expect(warned.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    { level: 'warn', msg: warningsOf(production)[0] },
  ])
  warned.mockRestore()
}, 120_000)

test('fails both /ready checks before it stops, and answers calls until then', async () => {
  const server = await startServer(
    settings({ HANDSFREE_DATA: join(folder, 'drained'), HANDSFREE_DRAIN_MS: '300000' }),
  )
  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
  expect((await get('/ready')).status).toBe(200)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const stopped = server.stop()
  for (const path of ['/ready', '/ready/instance']) {
    const ready = await get(path)
    expect([path, ready.status, await ready.json()]).toEqual([path, 503, { status: 'stopping' }])
  }
  const call = await get('/api/sites')
  expect([call.status, call.headers.get('connection')]).toEqual([200, 'close'])
  expect((await get('/health')).status).toBe(200)
  vi.advanceTimersByTime(300_000)
  vi.useRealTimers()
  await stopped
  await expect(get('/health')).rejects.toThrow()
}, 60_000)

test('refuses to start the demo on a production database', async () => {
  const dataFolder = join(folder, 'of production')
  const { db, close } = await openDatabase({ databaseUrl: null, dataFolder })
  const time = new Date('2026-11-21T02:00:00.000Z')
  const phone = { dialCode: '86', phoneNumber: '13700000002' }
  await db.insert(users).values({ uin: 'ada', ...phone, locale: 'en-US', createTime: time, updateTime: time })
  await close()
  await expect(startServer(settings({ HANDSFREE_DATA: dataFolder }))).rejects.toThrow(
    'The demo can’t use a production database. Set NODE_ENV=production, or set DATABASE_URL to another database.',
  )
}, 60_000)

test('reports an unreachable database in one line, without its password', async () => {
  const started = startServer(settings({ DATABASE_URL: 'postgresql://ada:hidden@127.0.0.1:1/handsfree' }))
  await expect(started).rejects.toThrow(
    'Cannot open the database of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1',
  )
})

test.each(['taken', 'taken/data', '/proc/handsfree/data'])(
  'refuses the data folder %s, which cannot be created, with one line',
  async (name) => {
    writeFileSync(join(folder, 'taken'), '')
    const dataFolder = resolve(folder, name)
    await expect(startServer(settings({ HANDSFREE_DATA: dataFolder }))).rejects.toThrow(
      new RegExp(
        `^Cannot write to HANDSFREE_DATA ${dataFolder} \\(.+\\)\\. Set it to a folder that this user can create and write\\.$`,
      ),
    )
  },
)

test('reports a full disk when PGlite rejects with an error number', async () => {
  vi.spyOn(PGlite, 'create').mockRejectedValueOnce({ name: 'ErrnoError', errno: 51 })
  const full = join(folder, 'full')
  await expect(startServer(settings({ HANDSFREE_DATA: full }))).rejects.toThrow(
    `Cannot open the database in ${join(full, 'db')}: the disk is full.`,
  )
})

test('prints the address, the desk’s QR code and where codes appear in the demo, else only the address', () => {
  const shown = welcome(4000, readSettings({}), null)
  expect(shown).toContain('http://localhost:4000/order/create/demo-hotel-desk')
  expect(shown).toContain('No SMS is sent; the code appears here and on the page')
  for (const token of ['demo-operator-token', 'demo-courier-0731-token', 'demo-courier-0418-token']) {
    expect(shown).toContain(token)
  }
  for (const id of ['courier-0731', 'site-hongqiao-railway-station', 'operator']) {
    expect(shown).toContain(`http://localhost:4000/crew?as=${id}`)
  }
  expect(shown).toMatch(/[█▀▄]{8}/)
  const plain = welcome(80, { ...readSettings({}), demo: false })
  expect(plain).not.toContain('demo')
})

test('shows an address that a phone in the same network can reach, or the public one', () => {
  const desk = '/order/create/demo-hotel-desk'
  const welcomed = (...arguments_: Parameters<typeof welcome>) =>
    stripVTControlCharacters(welcome(...arguments_))
  const near = welcomed(4000, readSettings({}), '192.168.1.20')
  expect(near).toContain('http://localhost:4000')
  expect(near).toContain('On a phone in the same network: http://192.168.1.20:4000')
  expect(near).toContain(`http://192.168.1.20:4000${desk}`)
  const published = readSettings({ PUBLIC_URL: 'https://bags.example/' })
  expect(welcomed(4000, published, '192.168.1.20')).toContain(`https://bags.example${desk}`)
  expect(welcomed(4000, published, '192.168.1.20')).not.toContain('192.168.1.20')
  expect(welcomed(4000, { ...published, demo: false }, null)).toContain('https://bags.example')
})

test('finds the network address, not loopback or container addresses', () => {
  const ipv4 = (address: string, internal = false) => ({ address, family: 'IPv4' as const, internal })
  const lo = [ipv4('127.0.0.1', true)]
  const docker0 = [ipv4('172.17.0.1')]
  const en0 = [{ address: 'fe80::1', family: 'IPv6' as const, internal: false }, ipv4('192.168.1.20')]
  expect(lanAddress({ lo, docker0, en0 })).toBe('192.168.1.20')
  expect(lanAddress({ lo, docker0 })).toBe('172.17.0.1')
  expect(lanAddress({ lo, en1: [ipv4('169.254.3.4')] })).toBeNull()
})
