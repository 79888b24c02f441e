import { getDecryptionKey, operatorListOrders, sendVerificationCode, signIn } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { signedHeaders } from '../../../../core/api/secrets.ts'
import { acceptedKeys, deriveKeys } from '../../../../server/runtime/keys.ts'
import { hashToken } from '../../../../server/runtime/random.ts'
import { brokerPassword, readBrokerPassword } from '../../../../server/runtime/realtime/password.ts'
import { newIp, newPhone, testSecret } from '../../harness.ts'
import { draftOf, newTraveller } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
const newSecret = 'another secret of the tests, 32 characters and more'
const rotations = {
  'once the new one is accepted': deriveKeys(testSecret, newSecret),
  'after the exchange': deriveKeys(newSecret, testSecret),
  'once the old one is gone': deriveKeys(newSecret),
}

/** Replaces the running server's keys, like a restart. */
const withKeys = async <Result>(keys: ReturnType<typeof deriveKeys>, work: () => Promise<Result>) => {
  const { services } = server
  const before = { ...services.keys }
  const set = (next: object) => {
    for (const name of Object.keys(services.keys)) Reflect.deleteProperty(services.keys, name)
    Object.assign(services.keys, next)
  }
  set(keys)
  try {
    return await work()
  } finally {
    set(before)
  }
}

test.each([
  ['once the new one is accepted', true],
  ['after the exchange', true],
  ['once the old one is gone', false],
] as const)('accepts signatures of the old secret %s: %s', async (step, isTaken) => {
  const { services } = server
  const ada = await newTraveller(server)
  const draft = draftOf([ada.photo])
  const quote = (await ada.tryQuote(draft)).result
  const phone = { dialCode: '86', phoneNumber: newPhone() }
  const ip = newIp()
  const sent = (await server.call(sendVerificationCode, { body: phone, ip })).result
  const grant = { holder: ada.uin, clientId: `TMS-${ada.uin}`, tokenHash: hashToken(ada.token) }
  const password = await brokerPassword(services.keys, grant, services.now())

  await withKeys(rotations[step], async () => {
    const photo = (await server.app.inject(ada.photo)).statusCode
    const order = (await ada.tryCreate(draft, quote.quoteId)).code
    const body = { ...phone, code: sent.demoCode, requestId: sent.requestId }
    const signed = (await server.call(signIn, { body, ip })).code
    const grant = await readBrokerPassword(services.keys, password, services.now())
    expect({ photo, order, signed, grant: grant !== null }).toEqual(
      isTaken
        ? { photo: 200, order: 0, signed: 0, grant: true }
        : { photo: 404, order: 8003, signed: 2002, grant: false },
    )
  })
})

test('signs with the current secret, and never with the accepted one', async () => {
  const keys = rotations['after the exchange']
  expect(acceptedKeys(keys).map(({ codes }) => codes)).toEqual([
    deriveKeys(newSecret).codes,
    deriveKeys(testSecret).codes,
  ])
  const now = server.services.now()
  const password = await brokerPassword(
    keys,
    { holder: 'ada', clientId: 'TMS-ada', tokenHash: 'f'.repeat(64) },
    now,
  )
  expect(await readBrokerPassword(deriveKeys(newSecret), password, now)).toMatchObject({ holder: 'ada' })
  expect(await readBrokerPassword(deriveKeys(testSecret), password, now)).toBe(null)
})

test('accepts both static keys and both operator tokens during a rotation', async () => {
  const { services } = server
  const [staticKey, operatorToken] = ['nT4-xWc0Qe8uKzLr', 'Qz5-uT8wKe1_nXcL']
  const ask = async (key: string) => {
    const headers = signedHeaders('/api/oss/secrets/dk', key, services.now().getTime())
    return (await server.call(getDecryptionKey, { headers })).code
  }
  const list = async (token: string) => (await server.call(operatorListOrders, { token })).code
  expect([await ask(staticKey), await list(operatorToken)]).toEqual([1001, 1010])
  Object.assign(services.settings, { previous: { secret: null, staticKey, operatorToken } })
  expect([await ask(staticKey), await list(operatorToken)]).toEqual([0, 0])
  expect([await ask('handsfree-demo-static-key'), await list('demo-operator-token')]).toEqual([0, 0])
})
