import { demoToken } from '@handsfree/core/api'
import {
  getProfiles,
  operatorListSignIns,
  saveDevice,
  sendVerificationCode,
  signIn,
  signOut,
  updateProfile,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tokens, users } from '../../../../server/domain/users/users.table.ts'
import { siteWorker } from '../../../../server/flows/autopilot/employee-for-step.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import { demoValues } from '../../../../server/runtime/demo/demo-values.ts'
import { newIp, newPhone } from '../../harness.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

const day = 86_400_000
const notLoggedIn = { status: 401, code: 1010, message: 'not logged in', result: null }
const profileOf = (uin: string, token: string) => server.call(getProfiles, { query: { uins: [uin] }, token })

test('creates the traveller at the first sign-in, and finds them at the next', async () => {
  const phone = newPhone()
  const first = await server.signIn(phone, 'zh-CN')
  server.clock.advance(60_000)
  const second = await server.signIn(phone)
  expect(second.uin).toBe(first.uin)
  expect(second.token).not.toBe(first.token)
  expect(first.token).toMatch(/^[\w-]{43}$/)
  const { result } = await profileOf(first.uin, first.token)
  expect(result).toEqual({
    [first.uin]: {
      id: first.uin,
      uin: first.uin,
      dialCode: '86',
      phone,
      name: '',
      email: '',
      isPhoneVerified: true,
      privacyVersion: '',
      isEmailConfirmed: false,
      createTime: '2026-11-21T02:00:00.000Z',
      updateTime: '2026-11-21T02:00:00.000Z',
    },
  })
})

test('stores the known site of X-Site-Id with a new traveller, and refuses a malformed one', async () => {
  const signInFrom = async (siteId: string) => {
    const phone = { dialCode: '86', phoneNumber: newPhone() }
    const sent = await server.call(sendVerificationCode, { body: phone, ip: '203.0.113.5' })
    const body = { ...phone, code: sent.result.demoCode }
    const answered = await server.call(signIn, { body, headers: { 'x-site-id': siteId } })
    if (answered.code !== 0) return answered.code
    const [user] = await server.services.db.select().from(users).where(eq(users.uin, answered.result.uin))
    return user?.firstSiteId
  }
  expect(await signInFrom('riverbend-hotel')).toBe('riverbend-hotel')
  expect(await signInFrom('nowhere')).toBe(null)
  expect(await signInFrom('a/b')).toBe(1008)
})

test('lists and counts sign-ins per site, for each site its own only', async () => {
  const signInAt = async (phone: { dialCode: string; phoneNumber: string }, siteId: string) => {
    const sent = await server.call(sendVerificationCode, { body: phone, ip: newIp() })
    const body = { ...phone, code: sent.result.demoCode }
    const headers = { 'x-site-id': siteId, 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' }
    expect((await server.call(signIn, { body, headers })).code).toBe(0)
    server.clock.advance(61_000)
  }
  const read = (token: string, query: Record<string, string> = {}) =>
    server.call(operatorListSignIns, { token, query })
  const site = demoToken(siteWorker('lakeside-garden-hotel'))
  const guest = { dialCode: '86', phoneNumber: newPhone() }
  await signInAt(guest, 'lakeside-garden-hotel')
  server.clock.advance(25 * 3_600_000)
  await signInAt(guest, 'lakeside-garden-hotel')
  await signInAt({ dialCode: '86', phoneNumber: newPhone() }, 'riverbend-hotel')
  await signInAt({ dialCode: '86', phoneNumber: newPhone() }, 'nowhere')

  const own = (await read(site)).result
  expect(own.list.map(({ siteId, isFirst }) => [siteId, isFirst])).toEqual([
    ['lakeside-garden-hotel', false],
    ['lakeside-garden-hotel', true],
  ])
  expect(own.list[0]?.device).toContain('iPhone')
  expect(own.counts).toEqual([
    { siteId: 'lakeside-garden-hotel', siteName: expect.any(String), lastDay: 1, last30Days: 2, first: 1 },
  ])
  expect(JSON.stringify(own)).not.toContain(guest.phoneNumber)
  expect((await read(site, { siteId: 'riverbend-hotel' })).result).toEqual({
    list: [],
    counts: [],
    nextCursor: null,
  })
  const all = (await read(demoValues.operatorToken)).result
  expect(all.counts.map(({ siteId }) => siteId)).toEqual(
    expect.arrayContaining(['lakeside-garden-hotel', 'riverbend-hotel']),
  )
  const ofOne = (await read(demoValues.operatorToken, { siteId: 'riverbend-hotel' })).result
  expect(new Set(ofOne.list.map(({ siteId }) => siteId))).toEqual(new Set(['riverbend-hotel']))
  expect((await read(site, { cursor: 'x' })).code).toBe(1008)
})

test('stores only the hash of a token', async () => {
  const { uin, token } = await server.signIn()
  const rows = await server.services.db.select().from(tokens).where(eq(tokens.uin, uin))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('changes single fields of a profile, and only its owner’s', async () => {
  const mine = await server.signIn()
  const theirs = await server.signIn()
  server.clock.advance(1000)
  expect(
    await server.call(updateProfile, {
      token: mine.token,
      body: { name: ' Ada ', email: 'ada@example.com' },
    }),
  ).toEqual({ status: 200, code: 0, message: 'ok', result: {} })
  await server.call(updateProfile, { token: mine.token, body: { email: '' } })
  expect((await profileOf(mine.uin, mine.token)).result[mine.uin]).toMatchObject({ name: 'Ada', email: '' })
  expect((await profileOf(mine.uin, theirs.token)).result).toEqual({})
  expect((await profileOf('nobody', theirs.token)).result).toEqual({})
  expect((await profileOf(theirs.uin, theirs.token)).result[theirs.uin]).toMatchObject({
    name: '',
    email: '',
  })
})

test('stores an email address with an apostrophe, and converts full-width signs to ASCII', async () => {
  const { uin, token } = await server.signIn()
  const emailAfter = async (email: string) => {
    await server.call(updateProfile, { token, body: { email } })
    return (await profileOf(uin, token)).result[uin]?.email
  }
  expect(await emailAfter("o'brien@example.ie")).toBe("o'brien@example.ie")
  expect(await emailAfter('ada＠example。com')).toBe('ada@example.com')
})

test.each(['ada@example.com\nlin@example.com', 'ada@example.com, lin@example.com', 'Ada <ada@example.com>'])(
  'refuses %j as an email address',
  async (email) => {
    const { token } = await server.signIn()
    expect(await server.call(updateProfile, { token, body: { email } })).toMatchObject({
      status: 400,
      code: 1008,
    })
  },
)

test('refuses an unknown profile field', async () => {
  const { token } = await server.signIn()
  expect(await server.call(updateProfile, { token, body: { uin: 'other' } })).toMatchObject({
    status: 400,
    code: 1008,
    result: { issues: [{ path: 'body.uin' }] },
  })
})

test('stores the device’s language for messages, and refuses an unsupported one', async () => {
  const { uin, token } = await server.signIn()
  await server.call(saveDevice, { token, body: { languageTag: 'zh-CN' } })
  const [user] = await server.services.db.select().from(users).where(eq(users.uin, uin))
  expect(user?.locale).toBe('zh-CN')
  expect((await server.call(saveDevice, { token, body: { languageTag: 'fr-FR' } })).code).toBe(1009)
})

test('ends only the current token and disconnects it at sign-out', async () => {
  const phone = newPhone()
  const first = await server.signIn(phone)
  server.clock.advance(60_000)
  const second = await server.signIn(phone)
  server.hints.length = 0
  expect(await server.call(signOut, { token: first.token })).toMatchObject({ code: 0, result: {} })
  expect(await profileOf(first.uin, first.token)).toEqual(notLoggedIn)
  expect((await profileOf(second.uin, second.token)).code).toBe(0)
  expect(server.hints).toEqual([{ kind: 'disconnect', uin: first.uin }])
})

test('ends a token that is in use after 30 days', async () => {
  const { uin, token } = await server.signIn()
  for (const days of [13, 13, 3]) {
    server.clock.advance(days * day)
    expect((await profileOf(uin, token)).code).toBe(0)
  }
  server.clock.advance(day)
  expect(await profileOf(uin, token)).toEqual(notLoggedIn)
})

test('ends an unused token after 14 days, and deletes it', async () => {
  const { uin, token } = await server.signIn()
  server.clock.advance(14 * day + 1000)
  expect(await profileOf(uin, token)).toEqual(notLoggedIn)
  await sweep(server.services)
  expect(await server.services.db.select().from(tokens).where(eq(tokens.uin, uin))).toEqual([])
})
