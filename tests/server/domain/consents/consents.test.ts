import {
  addPasskey,
  createOrder,
  deleteAccount,
  type GivenConsent,
  getProfiles,
  giveConsent,
  listConsents,
  sendEmailCode,
  sendVerificationCode,
  signIn,
  signInByEmail,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  subscribePush,
  unsubscribePush,
  withdrawConsent,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { consents } from '../../../../server/domain/consents/consents.table.ts'
import { pushSubscriptions } from '../../../../server/domain/push/push.table.ts'
import { newIp, newKey, newPhone } from '../../harness.ts'
import { createSoftPasskey } from '../../soft-passkey.ts'
import { createPushDevice } from '../../soft-push.ts'
import { draftOf, newTraveller } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const origin = 'https://handsfree.example'
const server = useServer({ publicUrl: origin })
const start = '2026-11-21T02:00:00.000Z'
beforeEach(() => server.clock.set(start))

const consent = { version: policy.privacyVersion, locale: 'zh-CN' } as const
const outdated = { version: '2020-01-01.1', locale: 'zh-CN' } as const
const given = { kind: 'privacy', isGiven: true, ...consent, time: start }

const listOf = async (token: string) => (await server.call(listConsents, { token })).result
const versionOf = async ({ uin, token }: { uin: string; token: string }) =>
  (await server.call(getProfiles, { query: { uins: [uin] }, token })).result[uin]?.privacyVersion

const newMobile = () => ({ dialCode: '86', phoneNumber: newPhone() })

async function byText(phone = newMobile()) {
  const { demoCode: code = '', requestId } = (
    await server.call(sendVerificationCode, { body: phone, ip: newIp() })
  ).result
  return (sent?: GivenConsent | null) =>
    server.call(signIn, {
      body: { ...phone, code, requestId, ...(sent === undefined ? {} : { consent: sent }) },
      ip: newIp(),
    })
}

let addresses = 0
async function byEmail() {
  const email = `consent.${++addresses}@keys.example`
  const { demoCode: code = '', requestId } = (
    await server.call(sendEmailCode, { body: { email }, ip: newIp() })
  ).result
  return (sent?: GivenConsent | null) =>
    server.call(signInByEmail, {
      body: {
        ...{ email, code, requestId, phone: newMobile() },
        ...(sent === undefined ? {} : { consent: sent }),
      },
      ip: newIp(),
    })
}

async function byPasskey() {
  const { token } = await server.signIn()
  const device = createSoftPasskey(origin)
  const created = device.create((await server.call(startPasskey, { token, body: {} })).result)
  await server.call(addPasskey, { token, body: { passkey: created } })
  const passkey = device.use((await server.call(startPasskeySignIn, { body: {} })).result)
  return (sent?: GivenConsent | null) =>
    server.call(signInWithPasskey, {
      body: { passkey, ...(sent === undefined ? {} : { consent: sent }) },
      ip: newIp(),
    })
}

const ways = [
  ['a text message', byText],
  ['an e-mail', byEmail],
  ['a passkey', byPasskey],
] as const

test.each(ways)('records version, language and time of a consent at a sign-in by %s', async (_, way) => {
  const enter = await way()
  const { result } = await enter(consent)
  expect(await listOf(result.token)).toEqual([given])
  expect(await versionOf(result)).toBe(policy.privacyVersion)
})

test.each(ways)(
  'refuses a sign-in by %s without a consent or to another version, and keeps the key',
  async (_, way) => {
    const enter = await way()
    expect(await enter(null)).toMatchObject({ code: 1008, result: { field: 'consent', reason: 'missing' } })
    expect(await enter(outdated)).toMatchObject({
      code: 1008,
      result: { field: 'consent', reason: 'version' },
    })
    expect((await enter(consent)).code).toBe(0)
  },
)

test.each(ways)('signs in by %s from a client of an older release, without a consent', async (_, way) => {
  const { result } = await (await way())()
  expect(await listOf(result.token)).toEqual([])
  expect(await versionOf(result)).toBe('')
})

test('records a consent to one version once', async () => {
  const phone = newMobile()
  const { result } = await (await byText(phone))(consent)
  server.clock.advance(61_000)
  await (await byText(phone))({ ...consent, locale: 'en-US' })
  await server.call(giveConsent, { token: result.token, body: { kind: 'privacy', ...consent } })
  expect(await listOf(result.token)).toEqual([given])
})

test('refuses to record a consent to another version', async () => {
  const { token } = await server.signIn()
  const answer = await server.call(giveConsent, { token, body: { kind: 'privacy', ...outdated } })
  expect(answer).toMatchObject({ code: 1008, result: { field: 'consent', reason: 'version' } })
  expect(await listOf(token)).toEqual([])
})

test('records the consent that comes with an order, and refuses the order if it is to another version', async () => {
  const ada = await newTraveller(server)
  const draft = draftOf([ada.photo])
  const { quoteId } = (await ada.tryQuote(draft)).result
  const order = (sent: GivenConsent) =>
    server.call(createOrder, {
      body: { draft, quoteId, termsVersion: policy.termsVersion, consent: sent },
      token: ada.token,
      idempotencyKey: newKey(),
    })
  expect(await order(outdated)).toMatchObject({ code: 1008, result: { field: 'consent' } })
  expect(await listOf(ada.token)).toEqual([])
  expect((await order(consent)).code).toBe(0)
  expect(await listOf(ada.token)).toMatchObject([{ ...given, time: expect.any(String) }])
})

test('lists only the caller’s own consents', async () => {
  const [ada, bo] = [await server.signIn(), await server.signIn()]
  await server.call(giveConsent, { token: ada.token, body: { kind: 'privacy', ...consent } })
  expect(await listOf(ada.token)).toEqual([given])
  expect(await listOf(bo.token)).toEqual([])
})

test('deletes the consents with the account', async () => {
  const phone = newMobile()
  const { result } = await (await byText(phone))(consent)
  server.clock.advance(61_000)
  const sent = await server.call(sendVerificationCode, { body: phone, ip: newIp() })
  const { demoCode: code = '', requestId } = sent.result
  await server.call(deleteAccount, { token: result.token, body: { code, requestId }, ip: newIp() })
  expect(await server.services.db.select().from(consents).where(eq(consents.uin, result.uin))).toEqual([])
})

const subscribe = (token: string, sent?: GivenConsent) =>
  server.call(subscribePush, {
    token,
    body: {
      ...{ subscription: createPushDevice().subscription, locale: 'en-US', kinds: ['trip'] },
      ...(sent ? { consent: sent } : {}),
    },
    headers: { host: 'bags.example' },
  })
const countSubscriptions = async () => (await server.services.db.select().from(pushSubscriptions)).length

test('ends push messages on all devices when the consent to them is withdrawn, until it is given again', async () => {
  const phone = newPhone()
  const ada = await server.signIn(phone)
  server.clock.advance(61_000)
  const tablet = await server.signIn(phone)
  const before = await countSubscriptions()
  for (const { token } of [ada, tablet]) expect((await subscribe(token, consent)).code).toBe(0)
  expect(await countSubscriptions()).toBe(before + 2)
  await server.call(withdrawConsent, { token: ada.token, body: { kind: 'push' } })
  expect(await countSubscriptions()).toBe(before)
  expect((await listOf(ada.token)).map(({ kind, isGiven }) => [kind, isGiven])).toEqual([
    ['push', false],
    ['push', true],
  ])
  // A renewal by a device that doesn't know yet.
  expect(await subscribe(tablet.token)).toMatchObject({ status: 409, code: 2005 })
  expect((await subscribe(tablet.token, consent)).code).toBe(0)
})

test('withdraws the consent to push messages when the last device turns them off', async () => {
  const phone = newPhone()
  const ada = await server.signIn(phone)
  server.clock.advance(61_000)
  const tablet = await server.signIn(phone)
  for (const { token } of [ada, tablet]) await subscribe(token, consent)
  await server.call(unsubscribePush, { token: tablet.token, body: {} })
  expect((await listOf(ada.token)).map(({ isGiven }) => isGiven)).toEqual([true])
  await server.call(unsubscribePush, { token: ada.token, body: {} })
  expect((await listOf(ada.token)).map(({ isGiven }) => isGiven)).toEqual([false, true])
})
