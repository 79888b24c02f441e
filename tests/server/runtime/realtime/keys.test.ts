import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKeys } from '../../../../server/runtime/keys.ts'
import { brokerPassword, readBrokerPassword } from '../../../../server/runtime/realtime/password.ts'

const secret = 'a secret of the tests alone, 32 characters and more'

test('derives the same eleven keys from a secret on every instance and at every start', () => {
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
    proofs: 'd4wFIruW8TakEkXafs3VqhquBI7-1-KdlUf4k5Gg6Js',
    pushes: 'fV7HQMa02IxJ136Tx8nnxP4L9lxbL9-MFsDNxFS7GOE',
    accounts: 'lRkpQE0LdITPdKrT17I6jZ7NUcTLI6_aQdiRbT_0P_k',
  })
})

test('derives a different key for each purpose, and never uses the secret itself', () => {
  const keys = Object.values(deriveKeys(secret))
  expect(new Set([secret, ...keys]).size).toBe(12)
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
