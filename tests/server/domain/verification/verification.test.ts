import {
  deleteAccount,
  getProfiles,
  sendVerificationCode,
  signIn,
  signOut,
  updateProfile,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { verificationCodes } from '../../../../server/domain/verification/verification.table.ts'
import { sweep } from '../../../../server/flows/sweep.ts'
import { MessageRefused } from '../../../../server/runtime/sms/gateway.ts'
import {
  Device,
  expiredAnswer,
  newMobile,
  otherThan,
  tooSoon,
  wait,
  wrongCodeAnswer,
} from '../../../nightly/attacks/codes.ts'
import { newIp, newPhone } from '../../harness.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
let device: Device
let stranger: Device
let hours = 0
beforeEach(() => {
  // Each test runs one week later, so that shared rate limits have reset.
  server.clock.set(new Date(Date.parse('2026-11-21T02:00:00.000Z') + ++hours * 7 * 24 * hour))
  device = new Device(server)
  stranger = new Device(server)
})

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const rowsOf = ({ phoneNumber }: { phoneNumber: string }) =>
  server.services.db
    .select()
    .from(verificationCodes)
    .where(eq(verificationCodes.phoneNumber, phoneNumber))
    .orderBy(verificationCodes.position)

/** Makes the gateway refuse messages or time out. */
async function withFailing<Result>(error: Error, work: () => Promise<Result>): Promise<Result> {
  const { sms } = server.services
  const working = sms.sendVerificationCode
  sms.sendVerificationCode = () => Promise.reject(error)
  const result = await work()
  sms.sendVerificationCode = working
  return result
}
const refusal = new MessageRefused('the gateway responded with 503')
const notTaken = { status: 500, code: 1014, message: 'could not send the code', result: null }
const notSent = { status: 500, code: 1005, message: 'could not send the code', result: null }

test('sends a code by SMS in the language of the request, and returns it in the demo', async () => {
  const phone = newMobile()
  const answered = await server.call(sendVerificationCode, { body: phone, ip: newIp(), locale: 'zh-CN' })
  const sent = server.codes.at(-1)
  expect(answered).toEqual({
    status: 200,
    code: 0,
    message: 'ok',
    result: {
      requestId: expect.stringMatching(/^[\w-]{22}$/),
      resendAfter: 60,
      expiresIn: 300,
      demoCode: sent?.code,
    },
  })
  expect(sent).toEqual({ ...phone, code: expect.stringMatching(/^\d{6}$/), locale: 'zh-CN' })
})

test('sends one code per minute to a phone', async () => {
  const phone = newMobile()
  expect((await device.ask(phone)).code).toBe(0)
  server.clock.advance(17_500)
  expect(await device.ask(phone)).toEqual(wait(43))
  server.clock.advance(42_500)
  expect((await device.ask(phone)).code).toBe(0)
})

test('sends at most five codes in ten minutes and ten per day to a phone', async () => {
  const phone = newMobile()
  for (let sent = 0; sent < 5; sent++) {
    expect((await device.ask(phone)).code).toBe(0)
    server.clock.advance(minute)
  }
  expect(await device.ask(phone)).toEqual(wait(300))
  server.clock.advance(5 * minute)
  for (let sent = 5; sent < 10; sent++) {
    expect((await device.ask(phone)).code).toBe(0)
    server.clock.advance(10 * minute)
  }
  expect(await device.ask(phone)).toEqual(wait(24 * 3600 - 60 * 60))
  server.clock.advance(23 * hour)
  expect((await device.ask(phone)).code).toBe(0)
})

test('sends one code for 20 concurrent requests, from one address or from 20', async () => {
  for (const ips of [Array.from({ length: 20 }, newIp), Array<string>(20).fill(newIp())]) {
    const phone = newMobile()
    const before = server.codes.length
    await Promise.all(ips.map((ip) => new Device(server, { ip }).ask(phone)))
    expect(server.codes.length - before).toBe(1)
  }
})

test('answers a stranger alike whether or not a phone has just got a code, and sends no second one', async () => {
  const asked = newMobile()
  await device.ask(asked)
  server.clock.advance(20 * second)
  const before = server.codes.length
  const shape = { requestId: expect.any(String), resendAfter: 60, expiresIn: 300 }
  expect((await stranger.ask(asked)).result).toEqual(shape)
  expect(server.codes).toHaveLength(before)
  expect((await stranger.ask(newMobile())).result).toEqual({ ...shape, demoCode: expect.any(String) })
  for (const phone of [asked, newMobile()]) {
    const other = new Device(server)
    await other.ask(phone)
    server.clock.advance(10 * second)
    expect(await other.ask(phone)).toEqual(wait(50))
  }
})

test('accepts a recent code after the traveller’s network has changed', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  server.clock.advance(20 * second)
  await stranger.ask(phone)
  expect((await stranger.enter(phone, demoCode)).code).toBe(0)
})

test('accepts a code once, also from a device that did not request it', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  expect((await stranger.enter(phone, demoCode)).code).toBe(0)
  expect(await device.enter(phone, demoCode)).toEqual(expiredAnswer)
})

test('refuses impossible phone numbers', async () => {
  for (const [dialCode, phoneNumber] of [
    ['86', '12345'],
    ['1', '2000000000'],
    ['861', '3800138000'],
    ['999', '13800138000'],
  ] as const) {
    expect(await device.ask({ dialCode, phoneNumber })).toEqual({
      status: 400,
      code: 1008,
      message: 'param error',
      result: { issues: [{ path: 'body.phoneNumber', message: 'invalid phone number' }] },
    })
  }
})

test('treats two spellings of a number as one phone', async () => {
  expect((await device.ask({ dialCode: '44', phoneNumber: '7400123456' })).code).toBe(0)
  expect((await device.ask({ dialCode: '44', phoneNumber: '07400123456' })).code).toBe(2004)
})

test('burns a code for the device that entered three wrong ones', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  for (const triesLeft of [2, 1, 0])
    expect(await device.enter(phone, otherThan(demoCode))).toEqual(wrongCodeAnswer(triesLeft))
  expect(await device.enter(phone, demoCode)).toEqual(wrongCodeAnswer(0))
})

test('burns a code by IP address for a client without request ids', async () => {
  const phone = newMobile()
  const kiosk = new Device(server, { isForgetful: true })
  const { demoCode = '' } = (await kiosk.ask(phone)).result
  for (const triesLeft of [2, 1, 0])
    expect(await kiosk.enter(phone, otherThan(demoCode))).toEqual(wrongCodeAnswer(triesLeft))
  expect(await kiosk.enter(phone, demoCode)).toEqual(wrongCodeAnswer(0))
  const second = (await kiosk.ask(phone)).result.demoCode ?? ''
  expect(await kiosk.enter(phone, otherThan(second))).toEqual(wrongCodeAnswer(2))
  expect((await kiosk.enter(phone, second)).code).toBe(0)
})

test('leaves a traveller’s code valid when strangers guess', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  for (const ip of [newIp(), newIp(), device.ip]) {
    const guesser = new Device(server, { ip })
    for (const triesLeft of [2, 1, 0, 0])
      expect(await guesser.enter(phone, otherThan(demoCode))).toEqual(wrongCodeAnswer(triesLeft))
  }
  expect((await device.enter(phone, demoCode)).code).toBe(0)
})

test('compares at most 12 wrong codes of strangers, 24 of requesters and 30 in all per phone and day', async () => {
  const phone = newMobile()
  const known = new Device(server)
  await known.verify(phone)
  server.clock.advance(minute)
  let { demoCode: code = '' } = (await device.ask(phone)).result
  const guessWith = async (guesser: Device, tries = 3) => {
    for (let guess = 0; guess < tries; guess++) await guesser.enter(phone, otherThan(code))
  }
  for (let guesser = 0; guesser < 4; guesser++) await guessWith(new Device(server))
  // The thirteenth guess is correct, but isn't compared.
  expect(await new Device(server).enter(phone, code)).toEqual(wrongCodeAnswer(2))
  for (let burnt = 0; burnt < 4; burnt++) {
    await guessWith(device)
    server.clock.advance(10 * minute)
    if (burnt < 3) code = (await device.ask(phone)).result.demoCode ?? ''
  }
  const untilNextDay = wait(24 * 3600 - 40 * 60)
  expect(await device.ask(phone)).toEqual(untilNextDay)
  for (let burnt = 0; burnt < 2; burnt++) {
    code = (await known.ask(phone)).result.demoCode ?? ''
    await guessWith(known)
  }
  expect(await known.ask(phone)).toEqual(untilNextDay)
  server.clock.advance(24 * hour)
  expect((await known.verify(phone)).code).toBe(0)
})

test('compares three of 40 wrong codes that a device enters concurrently', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => device.enter(phone, otherThan(demoCode))),
  )
  const left = answers.map(({ code, result }) => `${code} ${JSON.stringify(result)}`).sort()
  const refused = (triesLeft: number) => `2002 {"triesLeft":${triesLeft}}`
  expect(left).toEqual([...Array(38).fill(refused(0)), refused(1), refused(2)])
  expect(await device.enter(phone, demoCode)).toEqual(wrongCodeAnswer(0))
})

test('compares 12 of 40 wrong codes that 40 addresses enter concurrently', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  const guessers = Array.from({ length: 40 }, () => new Device(server))
  await Promise.all(guessers.map((guesser) => guesser.enter(phone, otherThan(demoCode))))
  expect(await new Device(server).enter(phone, demoCode)).toEqual(wrongCodeAnswer(2))
  expect((await device.enter(phone, demoCode)).code).toBe(0)
})

const isSignedIn = async ({ token, uin }: { token: string; uin: string }) =>
  (await server.call(getProfiles, { query: { uins: [uin] }, token })).code === 0

test('leaves one session when a code is entered 20 times concurrently', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  const answers = await Promise.all(Array.from({ length: 20 }, () => device.enter(phone, demoCode)))
  expect(answers.map(({ code }) => code).sort()).toEqual([...Array(4).fill(0), ...Array(16).fill(2003)])
  const sessions = answers.filter(({ code }) => code === 0).map(({ result }) => isSignedIn(result))
  expect((await Promise.all(sessions)).filter(Boolean)).toHaveLength(1)
})

test('signs in again when a sign-in is repeated after a lost answer, and ends the lost token', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  const lost = await device.enter(phone, demoCode)
  // Another sender's code and the device's new address have no effect.
  await stranger.ask(phone)
  device.ip = newIp()
  server.clock.advance(minute)
  const repeated = await device.enter(phone, demoCode)
  expect([repeated.code, repeated.result.uin]).toEqual([0, lost.result.uin])
  expect([await isSignedIn(lost.result), await isSignedIn(repeated.result)]).toEqual([false, true])
})

test('repeats a sign-in for two minutes and three times, for the requesting device only', async () => {
  const late = newMobile()
  const { demoCode: first = '' } = (await device.ask(late)).result
  await device.enter(late, first)
  const forgetful = new Device(server, { ip: device.ip, isForgetful: true })
  expect((await forgetful.enter(late, first)).code).toBe(2002)
  server.clock.advance(2 * minute)
  expect(await device.enter(late, first)).toEqual(expiredAnswer)

  const often = newMobile()
  const { demoCode: second = '' } = (await device.ask(often)).result
  await device.enter(often, second)
  const answers = []
  for (let repeat = 0; repeat < 4; repeat++) answers.push((await device.enter(often, second)).code)
  expect(answers).toEqual([0, 0, 0, 2003])
})

test('ends the repetition of a used code after three wrong codes of the device', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  await device.enter(phone, otherThan(demoCode))
  await device.enter(phone, demoCode)
  for (let guess = 0; guess < 2; guess++)
    expect(await device.enter(phone, otherThan(demoCode))).toEqual(expiredAnswer)
  expect(await device.enter(phone, demoCode)).toEqual(expiredAnswer)
})

test('refuses to repeat a sign-in after its session ended, or with a code that deleted the account', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  const { result } = await device.enter(phone, demoCode)
  await server.call(signOut, { body: {}, token: result.token })
  expect(await device.enter(phone, demoCode)).toEqual(expiredAnswer)

  const again = await device.verify(phone)
  const { demoCode: ending = '' } = (await device.ask(phone)).result
  const body = { code: ending, ...(device.requestId && { requestId: device.requestId }) }
  const deleted = await server.call(deleteAccount, { body, token: again.result.token, ip: device.ip })
  expect(deleted.code).toBe(0)
  expect(await device.enter(phone, ending)).toEqual(expiredAnswer)
})

test('ends a code after five minutes, and when a later one was sent', async () => {
  const phone = newMobile()
  const first = (await device.ask(phone)).result.demoCode ?? ''
  server.clock.advance(5 * minute)
  expect(await device.enter(phone, first)).toEqual(expiredAnswer)
  const second = (await device.ask(phone)).result.demoCode ?? ''
  server.clock.advance(minute)
  const third = (await device.ask(phone)).result.demoCode ?? ''
  if (second !== third) expect((await device.enter(phone, second)).code).toBe(2002)
  expect((await device.enter(phone, third)).code).toBe(0)
})

test('answers a stranger’s guess with the same bytes for every state of a phone', async () => {
  const states = {
    'never asked': async () => newMobile(),
    'a live code': async () => {
      const phone = newMobile()
      await new Device(server).ask(phone)
      return phone
    },
    'a used code': async () => {
      const phone = newMobile()
      await new Device(server).verify(phone)
      return phone
    },
    'a burnt code': async () => {
      const phone = newMobile()
      const owner = new Device(server)
      const { demoCode = '' } = (await owner.ask(phone)).result
      for (let tries = 0; tries < 3; tries++) await owner.enter(phone, otherThan(demoCode))
      return phone
    },
    'an expired code': async () => {
      const phone = newMobile()
      await new Device(server).ask(phone)
      server.clock.advance(5 * minute)
      return phone
    },
  }
  for (const [state, prepare] of Object.entries(states)) {
    const phone = await prepare()
    const guesser = new Device(server)
    const answers = []
    for (let guess = 0; guess < 5; guess++) answers.push(await guesser.enter(phone, '000000'))
    expect([state, answers]).toEqual([
      state,
      [wrongCodeAnswer(2), wrongCodeAnswer(1), wrongCodeAnswer(0), wrongCodeAnswer(0), wrongCodeAnswer(0)],
    ])
  }
})

test('reports an expired code only to the device that requested it', async () => {
  const phone = newMobile()
  await device.ask(phone)
  server.clock.advance(5 * minute)
  expect(await device.enter(phone, '123456')).toEqual(expiredAnswer)
  expect(await stranger.enter(phone, '123456')).toEqual(wrongCodeAnswer(2))
  stranger.requestId = 'x'.repeat(22)
  expect(await stranger.enter(phone, '123456')).toEqual(wrongCodeAnswer(1))
  // A request id for another phone has no effect here.
  await stranger.ask(newMobile())
  expect(await stranger.enter(phone, '123456')).toEqual(wrongCodeAnswer(0))
})

test('sends another code immediately after a burnt or used one, and counts it', async () => {
  const phone = newMobile()
  const { demoCode = '' } = (await device.ask(phone)).result
  for (let tries = 0; tries < 3; tries++) await device.enter(phone, otherThan(demoCode))
  const second = await device.ask(phone)
  expect(second.code).toBe(0)
  expect((await device.enter(phone, second.result.demoCode ?? '')).code).toBe(0)
  expect((await device.verify(phone)).code).toBe(0)
  const unused = newMobile()
  await device.ask(unused)
  expect(await device.ask(unused)).toEqual(wait(60))
})

test('counts codes that replaced burnt ones among five in ten minutes', async () => {
  const phone = newMobile()
  for (let burnt = 0; burnt < 5; burnt++) {
    const { demoCode = '' } = (await device.ask(phone)).result
    for (let tries = 0; tries < 3; tries++) await device.enter(phone, otherThan(demoCode))
  }
  expect(await device.ask(phone)).toEqual(wait(600))
})

test('counts a code that the gateway refused, and allows an immediate retry', async () => {
  const phone = newMobile()
  await withFailing(refusal, async () => {
    for (let tries = 0; tries < 5; tries++) expect(await device.ask(phone)).toEqual(notTaken)
    expect(await device.ask(phone)).toEqual(wait(600))
  })
  server.clock.advance(10 * minute)
  expect((await device.verify(phone)).code).toBe(0)
})

test('refuses a code whose sending failed, and waits a minute when it may have been sent', async () => {
  const phone = newMobile()
  let sent = ''
  const { sms } = server.services
  const working = sms.sendVerificationCode
  sms.sendVerificationCode = async (_, code) => {
    sent = code
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  }
  expect(await device.ask(phone)).toEqual(notSent)
  sms.sendVerificationCode = working
  expect(sent).toMatch(/^\d{6}$/)
  expect(await device.enter(phone, sent)).toEqual(wrongCodeAnswer(2))
  expect(await device.ask(phone)).toEqual(wait(60))
  server.clock.advance(minute)
  expect((await device.verify(phone)).code).toBe(0)
})

test('signs in a phone’s own device when strangers have used up the day’s codes', async () => {
  const phone = newMobile()
  await device.verify(phone)
  for (let sent = 1; sent < 10; sent++) {
    server.clock.advance(10 * minute)
    expect((await new Device(server).ask(phone)).code).toBe(0)
  }
  server.clock.advance(10 * minute)
  expect((await new Device(server).ask(phone)).code).toBe(2004)
  for (let signedIn = 0; signedIn < 5; signedIn++) expect((await device.verify(phone)).code).toBe(0)
  expect(await device.ask(phone)).toEqual(wait(600))
})

test('recognizes no device by another phone, nor by a code that somebody else entered', async () => {
  const phone = newMobile()
  const attacker = new Device(server)
  await attacker.verify(newMobile())
  const { demoCode = '' } = (await attacker.ask(phone)).result
  // The traveller asks within the minute and enters the code that the attacker requested.
  await device.ask(phone)
  expect((await device.enter(phone, demoCode)).code).toBe(0)
  const rows = await rowsOf(phone)
  expect(rows.map(({ isKnown, isJoined, verifyTime }) => [isKnown, isJoined, verifyTime !== null])).toEqual([
    [false, false, false],
    [false, true, true],
  ])
})

test('sends a new code after the clock was set back an hour, and accepts only that one', async () => {
  const phone = newMobile()
  const early = (await device.ask(phone)).result.demoCode ?? ''
  server.clock.advance(-hour)
  const answered = await device.ask(phone)
  expect(answered.code).toBe(0)
  const later = answered.result.demoCode ?? ''
  if (early !== later) expect((await device.enter(phone, early)).code).toBe(2002)
  expect((await device.enter(phone, later)).code).toBe(0)
})

test('deletes requests after a day, those of known devices after 30 days', async () => {
  const phone = newMobile()
  const unknown = newMobile()
  await device.verify(phone)
  await stranger.ask(unknown)
  server.clock.advance(24 * hour + second)
  await device.ask(phone)
  await sweep(server.services)
  expect((await rowsOf(phone)).map(({ isKnown }) => isKnown)).toEqual([false, true])
  expect(await rowsOf(unknown)).toEqual([])
  server.clock.advance(30 * 24 * hour + second)
  await sweep(server.services)
  expect(await rowsOf(phone)).toEqual([])
})

test('returns no waiting time for an address with too many wrong codes', async () => {
  const ip = newIp()
  for (let guess = 0; guess < 30; guess++)
    expect((await new Device(server, { ip }).enter(newMobile(), '000000')).code).toBe(2002)
  expect(await new Device(server, { ip }).enter(newMobile(), '000000')).toEqual(
    tooSoon({ reason: 'network' }),
  )
  expect((await stranger.enter(newMobile(), '000000')).code).toBe(2002)
  const guest = new Device(server, { ip })
  expect((await guest.verify(newMobile())).code).toBe(0)
})

test('holds one connection for all requests for one number, address or account', async () => {
  const { db } = server.services
  const { transaction } = db
  let open = 0
  let most = 0
  db.transaction = (async (...given: Parameters<typeof transaction>) => {
    open++
    most = Math.max(most, open)
    return transaction.apply(db, given).finally(() => open--)
  }) as typeof transaction
  const mostOf = async (calls: Promise<unknown>[]) => {
    most = 0
    await Promise.all(calls)
    return most
  }
  const twenty = Array.from({ length: 20 }, (_, index) => index)
  const body = { dialCode: '86', phoneNumber: newPhone() }
  const wrong = { ...body, code: '000000' }
  const ip = newIp()
  const { token } = await server.signIn()
  expect([
    await mostOf(twenty.map(() => server.call(sendVerificationCode, { body, ip: newIp() }))),
    await mostOf(twenty.map(() => server.call(signIn, { body: wrong, ip: newIp() }))),
    await mostOf(
      twenty.map(() => server.call(sendVerificationCode, { body: { ...body, phoneNumber: newPhone() }, ip })),
    ),
    await mostOf(twenty.map(() => server.call(updateProfile, { body: { name: 'Ada' }, token }))),
  ]).toEqual([1, 1, 1, 1])
  db.transaction = transaction
})

test('sends a code to a second number of an address while the gateway call for the first hangs', async () => {
  const { sms } = server.services
  const working = sms.sendVerificationCode
  let answer = () => {}
  const asked = new Promise<void>((told) => {
    sms.sendVerificationCode = () => {
      told()
      return new Promise((resolve) => {
        answer = () => resolve(null)
      })
    }
  })
  const ip = newIp()
  const ask = () =>
    server.call(sendVerificationCode, { body: { dialCode: '86', phoneNumber: newPhone() }, ip })
  const first = ask()
  await asked
  sms.sendVerificationCode = working
  expect((await ask()).code).toBe(0)
  answer()
  expect((await first).code).toBe(0)
})
