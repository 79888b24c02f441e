import { createServer, type Server } from 'node:net'
import {
  changePhone,
  confirmEmail,
  deleteAccount,
  getPreparedOrder,
  getProfiles,
  getSignInWays,
  listDevices,
  listOrders,
  operatorDeletePerson,
  operatorExportPerson,
  operatorGetOrder,
  operatorListPersonOrders,
  prepareOrder,
  proveAccount,
  sendEmailCode,
  sendVerificationCode,
  signIn,
  signInByEmail,
  updateProfile,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAccount } from '../../../../server/domain/account/read-account.ts'
import { orders } from '../../../../server/domain/orders/orders.table.ts'
import { queueTextMessage } from '../../../../server/domain/texts/queue-text-message.ts'
import { textMessages } from '../../../../server/domain/texts/text-messages.table.ts'
import { users } from '../../../../server/domain/users/users.table.ts'
import { sendDueTextMessages } from '../../../../server/flows/send-text-messages.ts'
import { inTransaction } from '../../../../server/runtime/db/work.ts'
import { listenHere } from '../../../listen-here.ts'
import { newIp, newPhone, startServer, type TestServer } from '../../harness.ts'
import { mailbox, serveMail } from '../../mailbox.ts'
import { draftOf, newTraveller, operatorToken } from '../../trip.ts'

let smtp: Server
let server: TestServer
beforeAll(async () => {
  smtp = createServer(serveMail)
  const url = `smtp://127.0.0.1:${await listenHere(smtp)}`
  server = await startServer({ smtp: { url, from: 'keys@bags.example', requireTls: false } })
})
afterAll(async () => {
  await server.close()
  smtp.close()
})
beforeEach(() => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  Object.assign(mailbox, { mails: [], refusal: null })
  server.texts.length = 0
})

let addresses = 0
const newEmail = (name = 'ada') => `${name}.${++addresses}@keys.example`
const newMobile = () => ({ dialCode: '86', phoneNumber: newPhone() })

async function mailCode(email: string, ip = newIp()) {
  const { demoCode: code = '', requestId } = (await server.call(sendEmailCode, { body: { email }, ip }))
    .result
  return { code, requestId }
}
async function textCode(phone: { dialCode: string; phoneNumber: string }) {
  const sent = await server.call(sendVerificationCode, { body: phone, ip: newIp() })
  const { demoCode: code = '', requestId } = sent.result
  return { code, requestId }
}
const enter = async (email: string, more: object = {}) =>
  server.call(signInByEmail, { body: { email, ...(await mailCode(email)), ...more }, ip: newIp() })
const profileOf = async ({ uin, token }: { uin: string; token: string }) =>
  (await server.call(getProfiles, { query: { uins: [uin] }, token })).result[uin]

/** An account with a verified number and a confirmed address. */
async function newAccount() {
  const phone = newMobile()
  const account = await server.signIn(phone.phoneNumber)
  const email = newEmail()
  const confirmed = await server.call(confirmEmail, {
    body: { email, ...(await mailCode(email)) },
    token: account.token,
  })
  if (confirmed.code !== 0) throw new Error(`not confirmed: ${JSON.stringify(confirmed)}`)
  return { ...account, phone, email }
}
/** An account made by e-mail, whose number was only typed. */
async function newMailAccount(phone = newMobile()) {
  const email = newEmail('bo')
  const { result } = await enter(email, { phone })
  return { ...result, phone, email }
}
const prove = async (token: string, way: 'phone' | 'email', sent: object) =>
  server.call(proveAccount, { body: { way, ...(sent as { code: string }) }, token })

describe('a confirmed address', () => {
  test('confirms an address by the mailed code, which then signs in to the same account in any case', async () => {
    const ada = await newAccount()
    expect(await profileOf(ada)).toMatchObject({ email: ada.email, isEmailConfirmed: true })
    expect(mailbox.mails[0]).toContain(`To: ${ada.email}`)
    expect(mailbox.mails[0]).toMatch(/^Subject: \d{6} is your Handsfree code$/m)
    expect(mailbox.mails[0]).toContain(server.services.settings.company['en-US'].name)
    const again = await enter(ada.email.toUpperCase())
    expect(again.result.uin).toBe(ada.uin)
  })

  test('refuses wrong codes for an address, and burns the code at the third', async () => {
    const { token } = await server.signIn()
    const email = newEmail()
    const { code, requestId } = await mailCode(email)
    const wrong = code === '000000' ? '000001' : '000000'
    const confirm = (tried: string) =>
      server.call(confirmEmail, { body: { email, code: tried, requestId }, token })
    const answers = [await confirm(wrong), await confirm(wrong), await confirm(wrong), await confirm(code)]
    expect(answers.map(({ code, result }) => [code, result])).toEqual([
      [2002, { triesLeft: 2 }],
      [2002, { triesLeft: 1 }],
      [2002, { triesLeft: 0 }],
      [2002, { triesLeft: 0 }],
    ])
  })

  test('refuses an address that another account has confirmed, in any case', async () => {
    const ada = await newAccount()
    const { token } = await server.signIn()
    const email = ada.email.toUpperCase()
    const body = { email, ...(await mailCode(email)) }
    expect(await server.call(confirmEmail, { body, token })).toMatchObject({ status: 409, code: 1013 })
    expect((await enter(ada.email)).result.uin).toBe(ada.uin)
  })

  test('unconfirms an address changed in the profile, and mails a notice to the previous one', async () => {
    const ada = await newAccount()
    mailbox.mails.length = 0
    const email = newEmail('new')
    await server.call(updateProfile, { body: { email }, token: ada.token })
    expect(await profileOf(ada)).toMatchObject({ email, isEmailConfirmed: false })
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]).toContain(`To: ${ada.email}`)
    expect((await enter(ada.email)).code).toBe(2000)
    expect((await enter(email)).code).toBe(2000)
  })

  test('keeps an address confirmed when only the name or the case changes', async () => {
    const ada = await newAccount()
    mailbox.mails.length = 0
    await server.call(updateProfile, {
      body: { name: 'Ada', email: ada.email.toUpperCase() },
      token: ada.token,
    })
    expect(await profileOf(ada)).toMatchObject({ isEmailConfirmed: true })
    expect(mailbox.mails).toHaveLength(0)
  })
})

describe('a mailed code', () => {
  test('answers code requests for known and unknown addresses alike', async () => {
    const ada = await newAccount()
    server.clock.advance(61_000)
    const [known, unknown] = await Promise.all(
      [ada.email, newEmail('nobody')].map((email) =>
        server.call(sendEmailCode, { body: { email }, ip: newIp() }),
      ),
    )
    const shapeOf = ({ status, code, result }: typeof known & object) => [status, code, Object.keys(result)]
    expect(shapeOf(known!)).toEqual(shapeOf(unknown!))
  })

  test('fails with 1005 if the mail server refuses a code', async () => {
    mailbox.refusal = '550 no'
    const email = newEmail()
    expect(await server.call(sendEmailCode, { body: { email }, ip: newIp() })).toMatchObject({ code: 1005 })
  })

  test('mails one code per minute to an address', async () => {
    const email = newEmail()
    const ip = newIp()
    await mailCode(email, ip)
    expect(await server.call(sendEmailCode, { body: { email }, ip })).toMatchObject({
      code: 2004,
      result: { retryAfter: 60 },
    })
  })

  test('keeps a mailed code valid despite strangers’ guesses', async () => {
    const ada = await newAccount()
    server.clock.advance(61_000)
    const sent = await mailCode(ada.email)
    const wrong = sent.code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 15; tries++) {
      const body = { email: ada.email, code: wrong }
      expect((await server.call(signInByEmail, { body, ip: newIp() })).code).toBe(2002)
    }
    const body = { email: ada.email, ...sent }
    expect((await server.call(signInByEmail, { body, ip: newIp() })).result.uin).toBe(ada.uin)
  })

  test('refuses a mailed code for another address, and its second use', async () => {
    const ada = await newAccount()
    server.clock.advance(61_000)
    const sent = await mailCode(ada.email)
    const use = (email: string) =>
      server.call(signInByEmail, { body: { email, code: sent.code }, ip: newIp() })
    expect((await use(newEmail())).code).toBe(2002)
    expect((await use(ada.email)).code).toBe(0)
    expect((await use(ada.email)).code).toBe(2002)
  })
})

describe('an account made by e-mail', () => {
  test('asks for a number by 2000 after the right code, which stays valid', async () => {
    const email = newEmail()
    const sent = await mailCode(email)
    const send = (more: object) =>
      server.call(signInByEmail, { body: { email, ...sent, ...more }, ip: newIp() })
    expect((await send({})).code).toBe(2000)
    expect((await send({ phone: newMobile() })).code).toBe(0)
  })

  test('leaves the number of an account made by e-mail unverified: links and exports of the number ignore it', async () => {
    const bo = await newMailAccount()
    expect(await profileOf(bo)).toMatchObject({
      phone: bo.phone.phoneNumber,
      isPhoneVerified: false,
      isEmailConfirmed: true,
    })
    const prepared = await server.call(prepareOrder, {
      body: { draft: draftOf([]), isTemporary: true, guest: bo.phone },
      token: operatorToken,
    })
    const link = { params: { token: prepared.result.url.split('/').at(-1)! } }
    expect((await server.call(getPreparedOrder, { ...link, token: bo.token })).code).toBe(5004)
    const exported = await server.call(operatorExportPerson, {
      body: { ...bo.phone, reason: 'Asked' },
      token: operatorToken,
    })
    expect(exported.code).toBe(2000)
    const { content } = await readAccount(server.services.db, server.services, bo.uin)
    expect(content.preparedOrders).toEqual([])
    expect((await prove(bo.token, 'phone', await textCode(bo.phone))).code).toBe(2005)
  })

  test('shows operators that a number is unverified, and reaches its account only by its address', async () => {
    const ada = await newTraveller(server)
    const [profile] = Object.values(
      (await server.call(getProfiles, { query: { uins: [ada.uin] }, token: ada.token })).result,
    )
    const phone = { dialCode: profile!.dialCode, phoneNumber: profile!.phone }
    const { orderId } = await ada.order()
    const email = newEmail()
    await server.services.db
      .update(users)
      .set({
        email,
        emailVerifyTime: server.services.now(),
        phoneNumber: `unverified ${ada.uin}`,
        typedPhoneNumber: phone.phoneNumber,
      })
      .where(eq(users.uin, ada.uin))
    const bo = await server.signIn(phone.phoneNumber)
    expect(bo.uin).not.toBe(ada.uin)
    const body = { ...phone, reason: 'Asked' }
    const found = await server.call(operatorListPersonOrders, { body, token: operatorToken })
    expect(found.result.map((order) => order.orderId)).toEqual([orderId])
    const shown = await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })
    expect(shown.result.traveller).toMatchObject({ ...phone, isPhoneVerified: false })

    await ada.cancel(orderId)
    const remove = (more: object) =>
      server.call(operatorDeletePerson, { body: { ...body, ...more }, token: operatorToken })
    expect((await remove({ email: newEmail() })).code).toBe(2000)
    const byEmail = { ...body, email: email.toUpperCase() }
    expect((await server.call(operatorExportPerson, { body: byEmail, token: operatorToken })).code).toBe(0)
    expect((await remove({ email })).code).toBe(0)
    expect((await server.call(listDevices, { token: ada.token })).code).toBe(1010)
    expect((await server.call(listDevices, { token: bo.token })).code).toBe(0)
    expect((await remove({})).code).toBe(0)
    expect((await server.call(listDevices, { token: bo.token })).code).toBe(1010)
  })

  test('leaves a number with the account that signs in with it', async () => {
    const ada = await newAccount()
    const bo = await newMailAccount(ada.phone)
    expect(bo.uin).not.toBe(ada.uin)
    expect((await server.signIn(ada.phone.phoneNumber)).uin).toBe(ada.uin)
    server.clock.advance(61_000)
    const body = { ...ada.phone, ...(await textCode(ada.phone)) }
    expect(await server.call(changePhone, { body, token: bo.token })).toMatchObject({
      status: 409,
      code: 1013,
    })
    expect(await profileOf(bo)).toMatchObject({ isPhoneVerified: false })
  })

  test('verifies a typed number by a text code, which then signs in', async () => {
    const bo = await newMailAccount()
    const body = { ...bo.phone, ...(await textCode(bo.phone)) }
    expect((await server.call(changePhone, { body, token: bo.token })).code).toBe(0)
    expect(await profileOf(bo)).toMatchObject({ isPhoneVerified: true })
    server.clock.advance(61_000)
    expect((await server.signIn(bo.phone.phoneNumber)).uin).toBe(bo.uin)
  })

  test('gives a number that two accounts typed to the first that verifies it', async () => {
    const bo = await newMailAccount()
    const cy = await newMailAccount(bo.phone)
    const first = { ...bo.phone, ...(await textCode(bo.phone)) }
    expect((await server.call(changePhone, { body: first, token: cy.token })).code).toBe(0)
    server.clock.advance(61_000)
    const second = { ...bo.phone, ...(await textCode(bo.phone)) }
    expect((await server.call(changePhone, { body: second, token: bo.token })).code).toBe(1013)
  })

  test('refuses with 2005 to change the only key in the profile, until the number is verified', async () => {
    const bo = await newMailAccount()
    const change = () => server.call(updateProfile, { body: { email: newEmail() }, token: bo.token })
    expect(await change()).toMatchObject({ status: 409, code: 2005 })
    expect(await profileOf(bo)).toMatchObject({ email: bo.email, isEmailConfirmed: true })
    const body = { ...bo.phone, ...(await textCode(bo.phone)) }
    expect((await server.call(changePhone, { body, token: bo.token })).code).toBe(0)
    expect((await change()).code).toBe(0)
  })

  test('deletes an account made by e-mail by a mailed code, not by a code sent to its number', async () => {
    const bo = await newMailAccount()
    const remove = (body: { code: string; requestId: string; way?: 'email' }) =>
      server.call(deleteAccount, { body, token: bo.token })
    expect((await remove(await textCode(bo.phone))).code).toBe(2005)
    server.clock.advance(61_000)
    expect((await remove({ ...(await mailCode(bo.email)), way: 'email' })).code).toBe(0)
    expect((await enter(bo.email)).code).toBe(2000)
  })
})

describe('a changed number', () => {
  test.each(['phone', 'email'] as const)(
    'changes the number of an account proven by %s, which keeps its orders',
    async (way) => {
      const ada = await newTraveller(server)
      const [before] = Object.values(
        (await server.call(getProfiles, { query: { uins: [ada.uin] }, token: ada.token })).result,
      )
      const oldPhone = { dialCode: before!.dialCode, phoneNumber: before!.phone }
      const email = newEmail()
      await server.call(confirmEmail, { body: { email, ...(await mailCode(email)) }, token: ada.token })
      const { orderId } = await ada.order()
      server.clock.advance(61_000)
      const other = await server.signIn(oldPhone.phoneNumber)
      expect(other.uin).toBe(ada.uin)
      mailbox.mails.length = 0
      server.clock.advance(61_000)
      const proven = await prove(
        ada.token,
        way,
        way === 'phone' ? await textCode(oldPhone) : await mailCode(email),
      )
      const { proof } = proven.result
      mailbox.mails.length = 0
      const phone = newMobile()
      const body = { ...phone, ...(await textCode(phone)), proof }
      expect((await server.call(changePhone, { body, token: ada.token })).code).toBe(0)

      server.clock.advance(61_000)
      const again = await server.signIn(phone.phoneNumber)
      expect(again.uin).toBe(ada.uin)
      const listed = await server.call(listOrders, { query: { status: '200' }, token: again.token })
      expect(JSON.stringify(listed.result)).toContain(orderId)
      expect((await server.call(getProfiles, { query: { uins: [ada.uin] }, token: other.token })).code).toBe(
        1010,
      )
      expect(server.texts).toEqual([
        { ...oldPhone, text: expect.stringContaining('The number of your Handsfree account was changed') },
      ])
      expect(mailbox.mails).toHaveLength(1)
      expect(mailbox.mails[0]).toContain(`To: ${email}`)
      // The old number is free for a new account.
      expect((await server.signIn(oldPhone.phoneNumber)).uin).not.toBe(ada.uin)
    },
  )

  test('fails with 1012 without a proof, and with one that is foreign, late or used', async () => {
    const ada = await newAccount()
    const bo = await newAccount()
    server.clock.advance(61_000)
    const { proof } = (await prove(ada.token, 'phone', await textCode(ada.phone))).result
    const tampered = `${proof.slice(0, 20)}${proof[20] === 'A' ? 'B' : 'A'}${proof.slice(21)}`
    const change = async (token: string, given?: string) => {
      const phone = newMobile()
      const body = { ...phone, ...(await textCode(phone)), ...(given ? { proof: given } : {}) }
      return (await server.call(changePhone, { body, token })).code
    }
    expect(await change(ada.token)).toBe(1012)
    expect(await change(bo.token, proof)).toBe(1012)
    expect(await change(ada.token, tampered)).toBe(1012)
    expect(await change(ada.token, proof)).toBe(0)
    expect(await change(ada.token, proof)).toBe(1012)
    server.clock.advance(policy.proofMinutes * 60_000)
    const late = (await prove(bo.token, 'phone', await textCode(bo.phone))).result.proof
    server.clock.advance(policy.proofMinutes * 60_000)
    expect(await change(bo.token, late)).toBe(1012)
  })

  test('fails with 1013 for another account’s number, and both accounts stay as they were', async () => {
    const [ada, bo] = [await newAccount(), await newAccount()]
    server.clock.advance(61_000)
    const { proof } = (await prove(ada.token, 'email', await mailCode(ada.email))).result
    const body = { ...bo.phone, ...(await textCode(bo.phone)), proof }
    expect((await server.call(changePhone, { body, token: ada.token })).code).toBe(1013)
    expect(await profileOf(ada)).toMatchObject({ phone: ada.phone.phoneNumber })
    expect(await profileOf(bo)).toMatchObject({ phone: bo.phone.phoneNumber })
  })
})

test('queues no text about an order for an unverified number, and drops all with messages switched off', async () => {
  const { db } = server.services
  const bo = await newTraveller(server)
  const { orderId } = await bo.order()
  const [order] = await db.select().from(orders).where(eq(orders.orderId, orderId))
  const queue = async () => {
    await inTransaction(db, (work) => queueTextMessage(work, server.services, order!, 'pickedUp'))
    const rows = await db.select().from(textMessages).where(eq(textMessages.orderId, orderId))
    return rows.map(({ kind }) => kind)
  }
  await db.update(users).set({ typedPhoneNumber: '13700000000' }).where(eq(users.uin, bo.uin))
  expect(await queue()).not.toContain('pickedUp')
  await db.update(users).set({ typedPhoneNumber: null }).where(eq(users.uin, bo.uin))
  expect(await queue()).toContain('pickedUp')
  await sendDueTextMessages({
    ...server.services,
    settings: { ...server.services.settings, sendsTexts: false },
  })
  expect(await db.select().from(textMessages).where(eq(textMessages.orderId, orderId))).toEqual([])
  expect(server.texts).toEqual([])
})

test('says that text messages are switched off, and refuses to send one', async () => {
  const off = await startServer({ sendsTexts: false })
  expect((await off.call(getSignInWays, {})).result).toEqual({ text: false, email: true })
  expect((await off.call(sendVerificationCode, { body: newMobile() })).code).toBe(1014)
  await off.close()
  expect((await server.call(signIn, { body: { ...newMobile(), code: '123456' }, ip: newIp() })).code).toBe(
    2002,
  )
})
