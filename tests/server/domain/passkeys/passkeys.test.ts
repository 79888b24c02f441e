import {
  addPasskey,
  changePhone,
  deleteAccount,
  listDevices,
  listPasskeys,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  sendVerificationCode,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  type UsedPasskey,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { passkeyChallenges, passkeyTries } from '../../../../server/domain/passkeys/passkeys.table.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import { newIp, newPhone } from '../../harness.ts'
import { createSoftPasskey, type Deviation } from '../../soft-passkey.ts'
import { useServer } from '../../use-server.ts'

const origin = 'https://handsfree.example'
const server = useServer({ publicUrl: origin })

type SoftPasskey = ReturnType<typeof createSoftPasskey>

const registrationOptions = async (token: string) =>
  (await server.call(startPasskey, { token, body: {} })).result
const add = async (token: string, device: SoftPasskey, deviation?: Deviation) =>
  server.call(addPasskey, {
    token,
    body: { passkey: device.create(await registrationOptions(token), deviation) },
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.0 Safari/604.1' },
  })
const signInOptions = async () => (await server.call(startPasskeySignIn, { body: {} })).result
const send = (passkey: UsedPasskey, ip = newIp()) => server.call(signInWithPasskey, { body: { passkey }, ip })
const use = async (device: SoftPasskey, deviation?: Deviation) =>
  send(device.use(await signInOptions(), deviation))

/** A signed-in traveller with one passkey. */
async function newOwner() {
  const account = await server.signIn()
  const device = createSoftPasskey(origin)
  const { result } = await add(account.token, device)
  return { ...account, device, passkeyId: result[0]!.passkeyId }
}

test('signs in with a passkey, as a device of the same account', async () => {
  const { uin, device, token } = await newOwner()
  const { result } = await use(device)
  expect(result).toEqual({ uin, token: expect.any(String) })
  expect((await server.call(listDevices, { token: result.token })).result).toHaveLength(2)
  const [passkey] = (await server.call(listPasskeys, { token })).result
  expect(passkey).toMatchObject({ name: 'Safari · iPhone', useTime: expect.any(String) })
})

test('proves the account for a change of its number, and no other account', async () => {
  const ada = await newOwner()
  const bo = await newOwner()
  const prove = async ({ token, device }: { token: string; device: SoftPasskey }) =>
    server.call(proveByPasskey, {
      token,
      body: { passkey: device.use(await signInOptions()) },
      ip: newIp(),
    })
  const phone = { dialCode: '86', phoneNumber: newPhone() }
  const sent = (await server.call(sendVerificationCode, { body: phone, ip: newIp() })).result
  const change = (proof: string) => {
    const { demoCode: code = '', requestId } = sent
    return server.call(changePhone, { token: ada.token, body: { ...phone, code, requestId, proof } })
  }
  expect(await prove({ ...ada, device: bo.device })).toMatchObject({ status: 404, code: 1002 })
  expect(await change((await prove(bo)).result.proof)).toMatchObject({ code: 1012 })
  expect(await change((await prove(ada)).result.proof)).toMatchObject({ code: 0 })
})

test('names no account and no passkey in the options of a sign-in', async () => {
  await newOwner()
  const options = await signInOptions()
  expect(options).toMatchObject({ rpId: 'handsfree.example', userVerification: 'required' })
  expect(options).not.toHaveProperty('allowCredentials', expect.arrayContaining([expect.anything()]))
})

test('gives the authenticator an opaque user id instead of the phone number', async () => {
  const phone = newPhone()
  const { token, uin } = await server.signIn(phone)
  const options = await registrationOptions(token)
  expect(options.user).toMatchObject({ id: Buffer.from(uin).toString('base64url') })
  expect(Buffer.from((options.user as { id: string }).id, 'base64url').toString()).not.toContain(phone)
})

test('uses up the challenge of a refused sign-in', async () => {
  const { device } = await newOwner()
  const options = await signInOptions()
  expect(await send(device.use(options, { isVerified: false }))).toMatchObject({ code: 1002 })
  expect(await send(device.use(options))).toMatchObject({ code: 1002 })
})

test('refuses a sign-in and a new passkey without user verification', async () => {
  const { device, token } = await newOwner()
  const deviation = { isVerified: false }
  expect(await use(device, deviation)).toMatchObject({ code: 1002 })
  expect(await add(token, createSoftPasskey(origin), deviation)).toMatchObject({ code: 1008 })
})

test('refuses a signature counter that goes back', async () => {
  const { device } = await newOwner()
  expect(await use(device, { counter: 7 })).toMatchObject({ code: 0 })
  expect(await use(device, { counter: 6 })).toMatchObject({ code: 1002 })
  expect(await use(device, { counter: 8 })).toMatchObject({ code: 0 })
})

test('accepts the largest signature counter that an authenticator can send', async () => {
  const { device, uin } = await newOwner()
  expect((await use(device, { counter: 2 ** 32 - 1 })).result).toMatchObject({ uin })
})

test('refuses a transport that the database can’t store', async () => {
  const { token } = await server.signIn()
  const passkey = createSoftPasskey(origin).create(await registrationOptions(token))
  passkey.response.transports = ['\0']
  expect(await server.call(addPasskey, { token, body: { passkey } })).toMatchObject({ code: 1008 })
})

test('refuses an expired challenge, and removes it', async () => {
  const { device } = await newOwner()
  const options = await signInOptions()
  server.clock.advance(policy.passkeyChallengeSeconds * 1_000)
  expect(await send(device.use(options))).toMatchObject({ code: 1002 })
  await sweep(server.services)
  expect(await server.services.db.select().from(passkeyChallenges)).toEqual([])
})

test('refuses unknown and removed passkeys alike', async () => {
  const { device, passkeyId, token } = await newOwner()
  const unknown = await use(createSoftPasskey(origin))
  await server.call(removePasskey, { token, params: { passkeyId }, body: {} })
  const removed = await use(device)
  expect(removed).toEqual(unknown)
  expect(removed).toMatchObject({ status: 404, code: 1002 })
})

test('lists, renames and removes only the caller’s passkeys', async () => {
  const ada = await newOwner()
  const bo = await newOwner()
  const params = { passkeyId: ada.passkeyId }
  const body = { name: 'My phone' }
  expect(await server.call(renamePasskey, { token: bo.token, params, body })).toMatchObject({ code: 1002 })
  expect(await server.call(removePasskey, { token: bo.token, params, body: {} })).toMatchObject({
    code: 1002,
  })
  const renamed = await server.call(renamePasskey, { token: ada.token, params, body })
  expect(renamed.result).toEqual([expect.objectContaining({ passkeyId: ada.passkeyId, name: 'My phone' })])
  expect((await server.call(removePasskey, { token: ada.token, params, body: {} })).result).toEqual([])
})

test('refuses a passkey that another account has', async () => {
  const ada = await newOwner()
  const bo = await server.signIn()
  expect(await add(bo.token, ada.device)).toMatchObject({ status: 409, code: 1013 })
})

test('refuses an eleventh passkey', async () => {
  const { token } = await newOwner()
  const spare = createSoftPasskey(origin).create(await registrationOptions(token))
  for (let count = 1; count < policy.maxPasskeys; count++) await add(token, createSoftPasskey(origin))
  expect(await server.call(startPasskey, { token, body: {} })).toMatchObject({ code: 1013 })
  expect(await server.call(addPasskey, { token, body: { passkey: spare } })).toMatchObject({ code: 1013 })
  expect((await server.call(listPasskeys, { token })).result).toHaveLength(policy.maxPasskeys)
})

test('limits failed sign-ins by address, and lets the owner in from there', async () => {
  const { device } = await newOwner()
  const ip = newIp()
  for (let count = 0; count < policy.passkeyFailuresPerHour; count++) {
    expect(await send(createSoftPasskey(origin).use({ challenge: 'guess' }), ip)).toMatchObject({
      code: 1002,
    })
  }
  expect(await send(createSoftPasskey(origin).use({ challenge: 'guess' }), ip)).toMatchObject({
    code: 2004,
    result: { reason: 'network' },
  })
  expect(await send(device.use(await signInOptions()), ip)).toMatchObject({ code: 0 })
})

test('counts failed sign-ins in the database, so that instances share the limit', async () => {
  const ip = newIp()
  const guess = () => send(createSoftPasskey(origin).use({ challenge: 'guess' }), ip)
  await guess()
  await server.services.db
    .update(passkeyTries)
    .set({ tries: policy.passkeyFailuresPerHour })
    .where(sql`${passkeyTries.tries} = 1 and ${passkeyTries.kind} = 'failure'`)
  expect(await guess()).toMatchObject({ code: 2004, result: { reason: 'network' } })
  server.clock.advance(3_600_000)
  expect(await guess()).toMatchObject({ code: 1002 })
})

test('deletes the passkeys with the account', async () => {
  const phoneNumber = newPhone()
  const { token } = await server.signIn(phoneNumber)
  const device = createSoftPasskey(origin)
  await add(token, device)
  await registrationOptions(token)
  server.clock.advance(61_000)
  const phone = { dialCode: '86', phoneNumber }
  const { requestId } = (await server.call(sendVerificationCode, { body: phone })).result
  const { code } = server.codes.at(-1)!
  expect(await server.call(deleteAccount, { token, body: { code, requestId } })).toMatchObject({ code: 0 })
  expect(await use(device)).toMatchObject({ code: 1002 })
})
