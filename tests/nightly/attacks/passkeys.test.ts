import {
  addPasskey,
  listDevices,
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

async function newOwner() {
  const account = await server.signIn()
  const device = createSoftPasskey(origin)
  const options = (await server.call(startPasskey, { token: account.token, body: {} })).result
  await server.call(addPasskey, { token: account.token, body: { passkey: device.create(options) } })
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

test.each<[string, Deviation]>([
  ['a look-alike origin', { origin: 'https://handsfree.example.evil.test' }],
  ['a subdomain', { origin: 'https://evil.handsfree.example' }],
  ['plain HTTP', { origin: 'http://handsfree.example' }],
  ['another port', { origin: 'https://handsfree.example:8443' }],
  ['an opaque origin', { origin: 'null' }],
])('refuses an answer that was signed at %s', async (_, deviation) => {
  const { device } = await newOwner()
  expect(await send(device.use(await signInOptions(), deviation))).toMatchObject(refused)
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

test('limits the failures of an address over two instances and both apps', async () => {
  const ip = newIp()
  const guess = () => createSoftPasskey(origin).use({ challenge: 'Z3Vlc3M' })
  const codes: number[] = []
  for (let count = 0; count < policy.passkeyFailuresPerHour + 6; count++) {
    const at = count % 2 ? server : secondInstance
    const call = count % 3 ? signInWithPasskey : signInEmployeeWithPasskey
    codes.push((await at.call(call, { body: { passkey: guess() }, ip })).code)
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
