import { demoPin } from '@handsfree/core/api'
import {
  addCrewPasskey,
  addPasskey,
  type CreatedPasskey,
  endEmployeeSessions,
  getOwnEmployee,
  listCrewPasskeys,
  removeCrewPasskey,
  renameCrewPasskey,
  setEmployeeState,
  signInEmployeeWithPasskey,
  signInWithPasskey,
  startCrewPasskey,
  startDemoCrewSession,
  startPasskey,
  startPasskeySignIn,
  startTablet,
  type UsedPasskey,
  unlockTablet,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { passkeys } from '../../../../server/domain/passkeys/passkeys.table.ts'
import { sites } from '../../../../server/domain/sites/sites.table.ts'
import { createSoftPasskey } from '../../soft-passkey.ts'
import { operatorToken } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const origin = 'https://handsfree.example'
const server = useServer({ publicUrl: origin })

type SoftPasskey = ReturnType<typeof createSoftPasskey>

const startSession = async (employeeId: string): Promise<string> =>
  (await server.call(startDemoCrewSession, { body: { employeeId } })).result.token
const registrationOptions = async (token: string) =>
  (await server.call(startCrewPasskey, { token, body: {} })).result
const add = (token: string, passkey: CreatedPasskey) =>
  server.call(addCrewPasskey, { token, body: { passkey } })
const signInOptions = async () => (await server.call(startPasskeySignIn, { body: {} })).result
const send = (passkey: UsedPasskey) => server.call(signInEmployeeWithPasskey, { body: { passkey } })
const use = async (device: SoftPasskey) => send(device.use(await signInOptions()))

/** A signed-in employee with one passkey. */
async function newOwner(employeeId: string) {
  const token = await startSession(employeeId)
  const device = createSoftPasskey(origin)
  // The list is in order of creation.
  server.clock.advance(1_000)
  const { result } = await add(token, device.create(await registrationOptions(token)))
  return { token, device, passkeyId: result[0]!.passkeyId }
}

test('signs in an employee with a passkey', async () => {
  const { token, device } = await newOwner('courier-0731')
  const { result } = await use(device)
  expect(result.employee).toMatchObject({ employeeId: 'courier-0731', role: 'courier' })
  const own = await server.call(getOwnEmployee, { token: result.token })
  expect(own.result).toMatchObject({ employeeId: 'courier-0731' })
  const [passkey] = (await server.call(listCrewPasskeys, { token })).result
  expect(passkey).toMatchObject({ useTime: expect.any(String) })
})

test('refuses an employee’s passkey in the travellers’ app, and a traveller’s in the employees’ app', async () => {
  const employee = await newOwner('courier-0731')
  const { token } = await server.signIn()
  const device = createSoftPasskey(origin)
  const options = (await server.call(startPasskey, { token, body: {} })).result
  await server.call(addPasskey, { token, body: { passkey: device.create(options) } })
  expect(await use(device)).toMatchObject({ status: 404, code: 1002 })
  const passkey = employee.device.use(await signInOptions())
  expect(await server.call(signInWithPasskey, { body: { passkey } })).toMatchObject({
    status: 404,
    code: 1002,
  })
  expect(await use(employee.device)).toMatchObject({ code: 0 })
})

test('refuses a traveller’s answer to an employee’s options, and the other way round', async () => {
  const courier = await startSession('courier-0731')
  const { token } = await server.signIn()
  const forCourier = createSoftPasskey(origin).create(await registrationOptions(courier))
  const options = (await server.call(startPasskey, { token, body: {} })).result
  const forTraveller = createSoftPasskey(origin).create(options)
  const taken = await server.call(addPasskey, { token, body: { passkey: forCourier } })
  expect(taken).toMatchObject({ code: 1008 })
  expect(await add(courier, forTraveller)).toMatchObject({ code: 1008 })
})

test('refuses a repeated answer, and one by an unknown passkey', async () => {
  const { device } = await newOwner('courier-0731')
  const passkey = device.use(await signInOptions())
  expect(await send(passkey)).toMatchObject({ code: 0 })
  expect(await send(passkey)).toMatchObject({ status: 404, code: 1002 })
  expect(await use(createSoftPasskey(origin))).toMatchObject({ status: 404, code: 1002 })
})

test('refuses a disabled employee only after a right answer, and uses up the challenge', async () => {
  const { device } = await newOwner('site-riverbend-hotel')
  const params = { employeeId: 'site-riverbend-hotel' }
  await server.call(setEmployeeState, { params, body: { isDisabled: true }, token: operatorToken })
  const options = await signInOptions()
  const forged = createSoftPasskey(origin).use(await signInOptions())
  const { id, rawId } = device.use(options)
  expect(await send({ ...forged, id, rawId })).toMatchObject({ status: 404, code: 1002 })
  const right = device.use(options)
  expect(await send(right)).toMatchObject({ status: 403, code: 2005 })
  expect(await send(right)).toMatchObject({ status: 404, code: 1002 })
})

test('refuses an employee of a closed site', async () => {
  const { device } = await newOwner('site-lakeside-garden-hotel')
  await server.services.db
    .update(sites)
    .set({ closedTime: server.services.now() })
    .where(eq(sites.siteId, 'lakeside-garden-hotel'))
  expect(await use(device)).toMatchObject({ status: 403, code: 2010 })
})

test('renames and removes only the caller’s passkeys', async () => {
  const one = await newOwner('courier-0731')
  const other = await startSession('courier-0418')
  const params = { passkeyId: one.passkeyId }
  const body = { name: 'My phone' }
  expect(await server.call(renameCrewPasskey, { token: other, params, body })).toMatchObject({ code: 1002 })
  expect(await server.call(removeCrewPasskey, { token: other, params, body: {} })).toMatchObject({
    code: 1002,
  })
  const renamed = await server.call(renameCrewPasskey, { token: one.token, params, body })
  expect(renamed.result[0]).toMatchObject({ passkeyId: one.passkeyId, name: 'My phone' })
  const removed = await server.call(removeCrewPasskey, { token: one.token, params, body: {} })
  expect(removed.result.map(({ passkeyId }) => passkeyId)).not.toContain(one.passkeyId)
  expect(await use(one.device)).toMatchObject({ code: 1002 })
})

test('removes an employee’s passkeys when an operator signs out all their devices', async () => {
  const { device } = await newOwner('courier-0731')
  const params = { employeeId: 'courier-0731' }
  await server.call(endEmployeeSessions, { params, body: {}, token: operatorToken })
  expect(await use(device)).toMatchObject({ status: 404, code: 1002 })
})

test('adds and changes no passkey on a shared tablet', async () => {
  const employeeId = 'site-pudong-airport-t2'
  const { token, passkeyId } = await newOwner(employeeId)
  const passkey = createSoftPasskey(origin).create(await registrationOptions(token))
  const tablet = (await server.call(startTablet, { token, body: {} })).result.token
  const unlocked = await server.call(unlockTablet, { body: { tablet, employeeId, pin: demoPin } })
  const onTablet = { token: unlocked.result.token, params: { passkeyId }, body: {} }
  for (const answer of [
    await server.call(startCrewPasskey, onTablet),
    await server.call(addCrewPasskey, { ...onTablet, body: { passkey } }),
    await server.call(renameCrewPasskey, { ...onTablet, body: { name: 'Desk' } }),
    await server.call(removeCrewPasskey, onTablet),
  ]) {
    expect(answer).toMatchObject({ code: 1011 })
  }
})

test('stores exactly one owner of a passkey', async () => {
  await newOwner('courier-0731')
  const { uin } = await server.signIn()
  await expect(server.services.db.update(passkeys).set({ uin })).rejects.toThrow()
  await expect(server.services.db.update(passkeys).set({ employeeId: null })).rejects.toThrow()
})
