import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { deriveKeys } from '../../../../server/runtime/keys.ts'
import { brokerPassword, readBrokerPassword } from '../../../../server/runtime/realtime/password.ts'

const secret = 'a secret of the tests alone, 32 characters and more'

test('derives the same eight keys from a secret on every instance and at every start', () => {
  expect(deriveKeys(secret)).toEqual({
    // Computed with `openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt key:… -kdfopt info:'handsfree codes' HKDF`.
    codes: 'kssEiTrOF1QLe-lO39X6qVKasF5045GNIi6jyp3V5sw',
    senders: 'zRG8-jsqJE1rAyl61O6JmNZ6EGc6qdGehnt_o4xruOk',
    photos: 'pp4R8SJZeF58eFldHeTJYL132OI0RuJSOkSJE5YEtzo',
    quotes: 'UEuR8iUDOMgnjpjHYUsTw19f31x-t5Px-upVApyOfiE',
    configuration: 'kVQTKnwZhz1VloK8NFvb3foHfduQzZU1rETi3iVlAO8',
    sandbox: 'tPvOWwovDCiHK5EVT7e6OR5jV8m3IRU26lze-klM_Xg',
    broker: 'vWnhezf7Jj96sNcRZAoauXO0OROg5nCal_GiXTUVxw0',
    links: 'hIFriQ_KN2TJiKb-NE8ZmahDDILVDuDKj3-o-HSveZ0',
  })
})

test('derives a different key for each purpose, and never uses the secret itself', () => {
  const keys = Object.values(deriveKeys(secret))
  expect(new Set([secret, ...keys]).size).toBe(9)
  expect(keys.filter((key) => deriveKeys('another secret, of 32 characters or more').codes === key)).toEqual(
    [],
  )
})

test('signs broker passwords with the printed key only', async () => {
  const now = new Date('2026-11-21T02:00:00.000Z')
  const keys = deriveKeys(secret)
  const password = await brokerPassword(
    keys,
    { holder: 'ada', clientId: 'TMS-ada', tokenHash: 'f'.repeat(64) },
    now,
  )
  const [head, claims, signature] = password.split('.')
  const hmac = (key: string) => createHmac('sha256', key).update(`${head}.${claims}`).digest('base64url')
  expect(signature).toBe(hmac(keys.broker))
  expect(signature).not.toBe(hmac(secret))
  for (const [purpose, key] of Object.entries<unknown>(keys) as [string, string][]) {
    const read = await readBrokerPassword({ ...keys, broker: key }, password, now)
    expect([purpose, read !== null]).toEqual([purpose, purpose === 'broker'])
  }
})

const script = fileURLToPath(new URL('../../../../server/broker-key.ts', import.meta.url))

/** Runs `broker-key.js` in a folder with this `.env` and no other settings. */
function printKey(env: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'handsfree-key-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, '.env'), env)
  const args = ['--import', import.meta.resolve('tsx'), '--conditions=source', script]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    encoding: 'utf8',
  })
  return { stdout, stderr, status, files: readdirSync(cwd) }
}

test('prints the broker’s key for an operator, and no other key or secret', () => {
  // As in docs/guide/operate.md, where compose.yaml sets production.
  const page = readFileSync(new URL('../../../../docs/guide/operate.md', import.meta.url), 'utf8')
  const [, env = ''] = /write `\.env`:\s+```sh\n(.+?)```/s.exec(page) ?? []
  expect(env).toContain('STRIPE_SECRET_KEY=')
  expect(
    printKey(env.replace(/HANDSFREE_SECRET=\S+/, `HANDSFREE_SECRET=${secret.replaceAll(' ', '_')}`)),
  ).toEqual({
    stdout: `${deriveKeys(secret.replaceAll(' ', '_')).broker}\n`,
    stderr: '',
    status: 0,
    files: ['.env'],
  })
})

test('prints no broker key without a secret, and creates none', () => {
  expect(printKey('PUBLIC_URL=https://bags.example')).toEqual({
    stdout: '',
    stderr:
      'HANDSFREE_SECRET is missing. The broker key is derived from it: set the value that the server uses.\n',
    status: 1,
    files: ['.env'],
  })
})
