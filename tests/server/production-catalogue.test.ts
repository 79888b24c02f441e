import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperator } from '../../clients/operator/run.ts'
import { readSettings } from '../../server/settings.ts'
import { type RunningServer, startServer } from '../../server/start.ts'
import { newPostgresDatabase } from './postgres-database.ts'

const template = fileURLToPath(new URL('../../docs/catalogue/', import.meta.url))
const operatorToken = 'qR7wZ2mK9tXv4LbN'
const texts: string[] = []

/** What the company's SMS gateway would send. */
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

const folder = mkdtempSync(join(tmpdir(), 'handsfree-production-'))
let server: RunningServer
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  const settings = readSettings({
    PORT: '0',
    HANDSFREE_DATA: folder,
    NODE_ENV: 'production',
    DATABASE_URL: await newPostgresDatabase(),
    HANDSFREE_STATIC_KEY: 'nT4-xWc0Qe8uKzLr',
    HANDSFREE_SECRET: 'kV7eQ2mZ9dXw4LrT1sYb6HcN8fJp3GuA',
    HANDSFREE_HOTLINE: '+852 3000 1234',
    HANDSFREE_OPERATOR_TOKEN: operatorToken,
    SMS_URL: `http://127.0.0.1:${port}`,
    SMS_TOKEN: 'token',
    SMS_SENDER: 'Handsfree',
    STRIPE_SECRET_KEY: 'sk_live_51HxQ',
    STRIPE_WEBHOOK_SECRET: 'whsec_p9Rk2LmXv7',
  })
  server = await startServer(settings)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await new Promise((resolve) => gateway.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const url = () => `http://127.0.0.1:${server.port}`
const ask = async (path: string, body?: unknown, token = '') => {
  const headers = { 'content-type': 'application/json', ...(token ? { token: `Bearer ${token}` } : {}) }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(`${url()}/api${path}`, init)).json()
}

test('becomes usable by an import alone: its code answers, and an order from it is priced', async () => {
  expect((await ask('/sites')).result.list).toEqual([])
  const out: string[] = []
  const terminal = { write: (line: string) => out.push(line), complain: out.push.bind(out), hasColour: false }
  const code = await runOperator(['import', template, '--url', url(), '--token', operatorToken], terminal)
  expect([code, out.filter((line) => /sites|qr-codes/.test(line)).length]).toEqual([0, 5])

  const place = await ask('/sites/qr/canal-hotel-desk')
  expect([place.code, place.result.site.name]).toEqual([0, 'Canal Hotel'])
  expect((await ask('/op-config/contact')).result).toEqual({ phone: '+86 512 0000 0000' })
  const phone = { dialCode: '86', phoneNumber: '13700000009' }
  const { requestId } = (await ask('/verification-codes', phone)).result
  const [sent] = /\d{6}/.exec(texts.at(-1) ?? '') ?? []
  const { token } = (await ask('/users', { ...phone, code: sent, requestId })).result
  const delivery = { kind: 'site', siteId: 'suzhou-station' }
  const facts = { qrId: 'canal-hotel-desk', delivery, pieces: 3, declaredValue: 0 }
  const quote = await ask('/orders/quote', facts, token)
  // Two pieces at 49 yuan, and the third at half of it.
  expect([quote.code, quote.result.total]).toEqual([0, { amount: 12_250, currency: 'CNY' }])
})
