import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '@handsfree/core/lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../../../server/runtime/settings/settings.ts'
import { type RunningServer, startServer } from '../../../server/start.ts'
import { newPostgresDatabase } from '../../server/postgres-database.ts'
import { catalogueTemplate, linesOfTool } from '../../server/run-tool.ts'
import { startStripe } from './stripe-stand-in.ts'

const operatorToken = 'qR7wZ2mK9tXv4LbN'
const texts: string[] = []

/** Records the messages for the company's SMS gateway. */
const gateway = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part
  })
  request.on('end', () => {
    texts.push(JSON.parse(body).text)
    response.end()
  })
})

const testStripe = { secretKey: 'sk_test_51HxQ', webhookSecret: 'whsec_Qm4tXv8LbZ' }
const stripe = { secretKey: 'sk_live_51HxQ', webhookSecret: 'whsec_p9Rk2LmXv7' }

const folder = mkdtempSync(join(tmpdir(), 'handsfree-production-'))
/** A production server on an empty database, unless `changes` say otherwise. */
async function openCompany(changes: Record<string, string> = {}): Promise<RunningServer> {
  const { port } = gateway.address() as AddressInfo
  const settings = readSettings({
    PORT: '0',
    HANDSFREE_DATA: folder,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://bags.example',
    DATABASE_URL: await newPostgresDatabase(),
    HANDSFREE_STATIC_KEY: 'nT4-xWc0Qe8uKzLr',
    HANDSFREE_SECRET: 'kV7eQ2mZ9dXw4LrT1sYb6HcN8fJp3GuA',
    HANDSFREE_HOTLINE: '+852 3000 1234',
    MARKETS: 'HK',
    COMPANY_NAME: 'Example Luggage Ltd.',
    COMPANY_REGISTRATION: '12345678',
    COMPANY_ADDRESS: '1 Example Road, Hong Kong',
    COMPANY_EMAIL: 'help@bags.example',
    HANDSFREE_OPERATOR_TOKEN: operatorToken,
    SMS_URL: `http://127.0.0.1:${port}`,
    SMS_TOKEN: 'token',
    SMS_SENDER: 'Handsfree',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...changes,
  })
  return startServer(settings)
}

let server: RunningServer
let standIn: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  standIn = await startStripe(stripe)
  process.env.STRIPE_STAND_IN = standIn.url
  await import('./stripe-here.mjs')
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  server = await openCompany()
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await standIn?.stop()
  await new Promise((resolve) => gateway.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (path: string, body?: unknown, token = '', { port } = server) => {
  const headers = { 'content-type': 'application/json', ...(token ? { token: `Bearer ${token}` } : {}) }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(`http://127.0.0.1:${port}/api${path}`, init)).json()
}

test('makes a site orderable after one import', async () => {
  expect((await ask('/sites')).result.list).toEqual([])
  const { code, out } = await linesOfTool(server, 'import', catalogueTemplate, '--token', operatorToken)
  expect([code, out.filter((line) => /sites|qr-codes/.test(line)).length]).toEqual([0, 5])

  const place = await ask('/sites/qr/canal-hotel-desk')
  expect([place.code, place.result.site.name]).toEqual([0, 'Canal Hotel'])
  expect((await ask('/op-config/contact')).result).toMatchObject({
    phone: '+86 512 0000 0000',
    company: { name: 'Example Luggage Ltd.' },
  })
  const phone = { dialCode: '86', phoneNumber: '13700000009' }
  const { requestId } = (await ask('/verification-codes', phone)).result
  const [sent] = /\d{6}/.exec(texts.at(-1) ?? '') ?? []
  const { token } = (await ask('/users', { ...phone, code: sent, requestId })).result
  const delivery = { kind: 'site', siteId: 'suzhou-station' }
  const facts = { qrId: 'canal-hotel-desk', delivery, pieces: 3, declaredValue: 0 }
  const quote = await ask('/orders/quote', facts, token)
  // Two pieces at 49 yuan, and the third at half the price.
  expect([quote.code, quote.result.total]).toEqual([0, { amount: 12_250, currency: 'CNY' }])
})

test('exports a catalogue that an empty company imports and exports byte for byte', async () => {
  const runAt = async (at: RunningServer, ...args: string[]) =>
    (await linesOfTool(at, ...args, '--token', operatorToken)).code
  const filesIn = (to: string) =>
    Object.fromEntries(readdirSync(to).map((name) => [name, readFileSync(join(to, name), 'utf8')]))
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  for (const made of [first, second]) mkdirSync(made)
  const own = join(folder, 'own')
  cpSync(catalogueTemplate, own, { recursive: true })
  const sites = readFileSync(join(own, 'sites.csv'), 'utf8')
  const photos = '/photos/lobby.jpg|/photos/desk.jpg'
  writeFileSync(join(own, 'sites.csv'), sites.replace(',,,,true,frontDesk', `,,,${photos},true,frontDesk`))
  expect(await runAt(server, 'import', own)).toBe(0)
  expect(await runAt(server, 'export', first)).toBe(0)
  const other = await openCompany()
  try {
    expect(await runAt(other, 'import', first)).toBe(0)
    expect(await runAt(other, 'export', second)).toBe(0)
  } finally {
    await other.stop()
  }
  const files = filesIn(first)
  expect(files['sites.csv']).toContain(photos)
  expect(Object.keys(files).length).toBeGreaterThan(8)
  expect(filesIn(second)).toEqual(files)
}, 60_000)

test('rehearses with test keys, and opens by the stage alone on another database', async () => {
  const DATABASE_URL = await newPostgresDatabase()
  const both = {
    SMS_REHEARSAL_NUMBERS: '+86 137 0000 0009',
    REHEARSAL_DATABASE_URL: DATABASE_URL,
    REHEARSAL_STRIPE_SECRET_KEY: testStripe.secretKey,
    REHEARSAL_STRIPE_WEBHOOK_SECRET: testStripe.webhookSecret,
  }
  const rehearsal = await openCompany({ ...both, HANDSFREE_STAGE: 'rehearsal' })
  try {
    const { code } = await linesOfTool(rehearsal, 'import', catalogueTemplate, '--token', operatorToken)
    expect(code).toBe(0)
    texts.length = 0
    const codeFor = (phoneNumber: string) =>
      ask('/verification-codes', { dialCode: '86', phoneNumber }, '', rehearsal)
    expect((await codeFor('13700000009')).code).toBe(0)
    expect((await codeFor('13700000010')).code).toBe(errorCodes.messagingError)
    expect(texts).toEqual([expect.stringMatching(/^Rehearsal: \d{6} is your Handsfree code/)])
  } finally {
    await rehearsal.stop()
  }
  await expect(openCompany({ ...both, DATABASE_URL })).rejects.toThrow(
    'Production can’t use a database that was rehearsed on. Empty it, or set DATABASE_URL to another database.',
  )
  const opened = await openCompany({ ...both, HANDSFREE_STAGE: 'production' })
  expect((await ask('/sites', undefined, '', opened)).result.list).toEqual([])
  await opened.stop()
}, 60_000)
