import {
  addPasskey,
  type CreatedPasskey,
  listDevices,
  listPasskeys,
  proveByPasskey,
  signInEmployeeWithPasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  type UsedPasskey,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newIp, startServer, type TestServer } from '../../server/harness.ts'
import { createSoftPasskey, type Deviation } from '../../server/soft-passkey.ts'
import { useServer } from '../../server/use-server.ts'

const origin = 'https://handsfree.example'
const server = useServer({ publicUrl: origin })

/** Shares the database of the first. */
let secondInstance: TestServer
beforeAll(async () => {
  const { db, settings } = server.services
  const database = {
    db,
    url: settings.databaseUrl,
    databaseUrl: settings.databaseUrl,
    postgres: settings.postgres,
  }
  secondInstance = await startServer(
    { publicUrl: origin },
    { database: { ...database, close: async () => {} } },
  )
})
afterAll(() => secondInstance.close())

const signInOptions = async (at = server, ip = newIp()) =>
  (await at.call(startPasskeySignIn, { body: {}, ip })).result
const send = (passkey: UsedPasskey, at = server, ip = newIp()) =>
  at.call(signInWithPasskey, { body: { passkey }, ip })

const prove = (token: string, passkey: UsedPasskey, ip = newIp()) =>
  server.call(proveByPasskey, { token, body: { passkey }, ip })
const newOptions = async (token: string) => (await server.call(startPasskey, { token, body: {} })).result
const add = (token: string, passkey: CreatedPasskey, at = server) =>
  at.call(addPasskey, { token, body: { passkey } })

async function newOwner() {
  const account = await server.signIn()
  const device = createSoftPasskey(origin)
  await add(account.token, device.create(await newOptions(account.token)))
  return { ...account, device }
}

const refused = { status: 404, code: 1002 }

test('accepts one of 20 simultaneous copies of an answer, sent to two instances', async () => {
  const { device, token } = await newOwner()
  const passkey = device.use(await signInOptions())
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(passkey, index % 2 ? server : secondInstance)),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 1002)).toHaveLength(19)
  expect((await server.call(listDevices, { token })).result).toHaveLength(2)
})

const foreign: [string, Deviation][] = [
  ['a look-alike origin', { origin: 'https://handsfree.example.evil.test' }],
  ['a subdomain', { origin: 'https://evil.handsfree.example' }],
  ['plain HTTP', { origin: 'http://handsfree.example' }],
  ['another port', { origin: 'https://handsfree.example:8443' }],
  ['an opaque origin', { origin: 'null' }],
]
test.each(foreign)(
  'refuses an answer, a proof and a new passkey that were signed at %s',
  async (_, deviation) => {
    const { device, token } = await newOwner()
    expect(await send(device.use(await signInOptions(), deviation))).toMatchObject(refused)
    expect(await prove(token, device.use(await signInOptions(), deviation))).toMatchObject(refused)
    const created = createSoftPasskey(origin).create(await newOptions(token), deviation)
    expect(await add(token, created)).toMatchObject({ status: 400, code: 1008 })
  },
)

test('refuses a passkey of another site that claims our origin', async () => {
  const { token } = await newOwner()
  const foreignKey = createSoftPasskey('https://evil.example')
  const created = foreignKey.create(await newOptions(token), { origin })
  expect(await add(token, created)).toMatchObject({ status: 400, code: 1008 })
  expect(await send(foreignKey.use(await signInOptions(), { origin }))).toMatchObject(refused)
})

test('registers one of 20 simultaneous copies of a new passkey, and none for another account', async () => {
  const { token } = await newOwner()
  const eve = await newOwner()
  const created = createSoftPasskey(origin).create(await newOptions(token))
  expect(await add(eve.token, created)).toMatchObject({ status: 400, code: 1008 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => add(token, created, index % 2 ? server : secondInstance)),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 1008)).toHaveLength(19)
  expect((await server.call(listPasskeys, { token })).result).toHaveLength(2)
  expect((await server.call(listPasskeys, { token: eve.token })).result).toHaveLength(1)
})

test('accepts a proof once, for the account of its passkey only, and not for a sign-in', async () => {
  const [ada, eve] = [await newOwner(), await newOwner()]
  const used = ada.device.use(await signInOptions())
  expect((await prove(ada.token, used)).code).toBe(0)
  expect(await prove(ada.token, used)).toMatchObject(refused)
  expect(await send(used)).toMatchObject(refused)
  expect(await prove(ada.token, eve.device.use(await signInOptions()))).toMatchObject(refused)
  // A registration's challenge is for that only.
  expect(await send(ada.device.use(await newOptions(ada.token)))).toMatchObject(refused)
  expect(await prove(ada.token, ada.device.use(await newOptions(ada.token)))).toMatchObject(refused)
})

test('answers unknown, foreign, replayed and forged passkeys with identical responses', async () => {
  const ada = await newOwner()
  const bo = await newOwner()
  const used = ada.device.use(await signInOptions())
  await send(used)
  const options = await signInOptions()
  const { id, rawId } = ada.device.use(options)
  const answers = [
    await send(createSoftPasskey(origin).use(await signInOptions())),
    await send(used),
    await send({ ...bo.device.use(options), id, rawId }),
    await send(ada.device.use({ challenge: 'c2VsZi1tYWRl' })),
    await send(ada.device.use(await signInOptions(), { counter: 0 })),
    await server.call(signInEmployeeWithPasskey, {
      body: { passkey: ada.device.use(await signInOptions()) },
      ip: newIp(),
    }),
  ]
  expect(answers[0]).toMatchObject(refused)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

test('returns the same options to everyone, apart from the challenge', async () => {
  await newOwner()
  const shapes = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { challenge, ...rest } = await signInOptions()
      return { length: challenge.length, rest: JSON.stringify(rest) }
    }),
  )
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
  expect(shapes[0]?.rest).not.toContain('allowCredentials":[{')
})

test('limits the failures of an address over two instances, both apps and proofs', async () => {
  const ip = newIp()
  const { token } = await newOwner()
  const guess = () => createSoftPasskey(origin).use({ challenge: 'Z3Vlc3M' })
  const codes: number[] = []
  for (let count = 0; count < policy.passkeyFailuresPerHour + 6; count++) {
    const at = count % 2 ? server : secondInstance
    const call = [signInWithPasskey, signInEmployeeWithPasskey, proveByPasskey][count % 3]!
    codes.push((await at.call(call, { body: { passkey: guess() }, ip, token })).code)
  }
  expect(codes.filter((code) => code === 1002)).toHaveLength(policy.passkeyFailuresPerHour)
  expect(codes.slice(-6)).toEqual(Array(6).fill(2004))
})

test('limits the started sign-ins of an address over two instances', async () => {
  const ip = newIp()
  const start = (count: number) =>
    (count % 2 ? server : secondInstance).call(startPasskeySignIn, { body: {}, ip })
  const codes: number[] = []
  for (let count = 0; count < policy.passkeyStartsPerHour + 2; count++) codes.push((await start(count)).code)
  expect(codes.filter((code) => code === 0)).toHaveLength(policy.passkeyStartsPerHour)
  expect(codes.slice(-2)).toEqual([2004, 2004])
})
