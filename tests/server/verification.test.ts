import { sendVerificationCode, signIn } from '@handsfree/core/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gatewaySms } from '../../server/sms/sms.ts'
import { newPhone, startServer, type TestServer } from './harness.ts'

let server: TestServer
let ip = ''
let caseNumber = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  ip = `192.0.2.${++caseNumber}`
  server.clock.set('2026-11-21T02:00:00.000Z')
})

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const tooSoon = (retryAfter: number) => ({
  status: 429,
  code: 2004,
  message: 'sent too soon',
  result: { retryAfter },
})

const send = (phoneNumber: string, from = ip) =>
  server.call(sendVerificationCode, { body: { dialCode: '86', phoneNumber }, ip: from })
const tryCode = (phoneNumber: string, code: string) =>
  server.call(signIn, { body: { dialCode: '86', phoneNumber, code } })
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

test('a code goes out by SMS, in the language of the request, and shows in the demo’s answer', async () => {
  const phoneNumber = newPhone()
  const answered = await server.call(sendVerificationCode, {
    body: { dialCode: '86', phoneNumber },
    ip,
    locale: 'zh-CN',
  })
  const sent = server.codes.at(-1)
  expect(answered).toEqual({
    status: 200,
    code: 0,
    message: 'ok',
    result: { resendAfter: 60, expiresIn: 300, demoCode: sent?.code },
  })
  expect(sent).toEqual({
    dialCode: '86',
    phoneNumber,
    code: expect.stringMatching(/^\d{6}$/),
    locale: 'zh-CN',
  })
})

test('one code a minute', async () => {
  const phoneNumber = newPhone()
  expect((await send(phoneNumber)).code).toBe(0)
  server.clock.advance(17_500)
  expect(await send(phoneNumber)).toEqual(tooSoon(43))
  server.clock.advance(42_500)
  expect((await send(phoneNumber)).code).toBe(0)
})

test('five codes in ten minutes, ten in a day', async () => {
  const phoneNumber = newPhone()
  for (let sent = 0; sent < 5; sent++) {
    expect((await send(phoneNumber)).code).toBe(0)
    server.clock.advance(minute)
  }
  expect(await send(phoneNumber)).toEqual(tooSoon(300))
  server.clock.advance(5 * minute)
  for (let sent = 5; sent < 10; sent++) {
    expect((await send(phoneNumber)).code).toBe(0)
    server.clock.advance(10 * minute)
  }
  expect(await send(phoneNumber)).toEqual(tooSoon(24 * 3600 - 60 * 60))
  server.clock.advance(23 * hour)
  expect((await send(phoneNumber)).code).toBe(0)
})

test('twenty codes an hour for one address, and a refused one does not count', async () => {
  for (let sent = 0; sent < 20; sent++) expect((await send(newPhone())).code).toBe(0)
  server.clock.advance(10 * minute)
  for (let refused = 0; refused < 3; refused++) expect(await send(newPhone())).toEqual(tooSoon(50 * 60))
  expect((await send(newPhone(), '198.51.100.1')).code).toBe(0)
  server.clock.advance(50 * minute)
  expect((await send(newPhone())).code).toBe(0)
})

test('the addresses of one IPv6 line count as one', async () => {
  for (let sent = 0; sent < 20; sent++)
    expect((await send(newPhone(), `2001:db8:7:1::${sent + 1}`)).code).toBe(0)
  expect((await send(newPhone(), '2001:db8:7:1:ffff::1')).code).toBe(2004)
  expect((await send(newPhone(), '2001:db8:7:2::1')).code).toBe(0)
})

test('of twenty requests at once for one phone, one is sent; of thirty from one address, twenty', async () => {
  const phoneNumber = newPhone()
  const toOne = await Promise.all(
    Array.from({ length: 20 }, (_, line) => send(phoneNumber, `203.0.113.${line}`)),
  )
  expect(toOne.map(({ code }) => code).sort()).toEqual([0, ...Array(19).fill(2004)])
  const fromOne = await Promise.all(Array.from({ length: 30 }, () => send(newPhone())))
  expect(fromOne.map(({ code }) => code).sort()).toEqual([...Array(20).fill(0), ...Array(10).fill(2004)])
})

test('only a number that is possible and valid is sent to', async () => {
  for (const [dialCode, phoneNumber] of [
    ['86', '12345'],
    ['1', '2000000000'],
    ['861', '3800138000'],
    ['999', '13800138000'],
  ] as const) {
    const answered = await server.call(sendVerificationCode, { body: { dialCode, phoneNumber }, ip })
    expect(answered).toEqual({
      status: 400,
      code: 1008,
      message: 'param error',
      result: { issues: [{ path: 'body.phoneNumber', message: 'no valid phone number' }] },
    })
  }
})

test('two spellings of a number are one phone', async () => {
  const sendUk = (phoneNumber: string) =>
    server.call(sendVerificationCode, { body: { dialCode: '44', phoneNumber }, ip })
  expect((await sendUk('7400123456')).code).toBe(0)
  expect((await sendUk('07400123456')).code).toBe(2004)
})

test('three wrong tries burn a code: then the right one is wrong too', async () => {
  const phoneNumber = newPhone()
  const { demoCode = '' } = (await send(phoneNumber)).result
  const wrong = (triesLeft: number) => ({
    status: 400,
    code: 2002,
    message: 'verification code error',
    result: { triesLeft },
  })
  for (const triesLeft of [2, 1, 0])
    expect(await tryCode(phoneNumber, otherThan(demoCode))).toEqual(wrong(triesLeft))
  expect(await tryCode(phoneNumber, demoCode)).toEqual(wrong(0))
})

test('fifty wrong tries at once come to three', async () => {
  const phoneNumber = newPhone()
  const { demoCode = '' } = (await send(phoneNumber)).result
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => tryCode(phoneNumber, otherThan(demoCode))),
  )
  const left = answers.map(({ code, result }) => `${code} ${JSON.stringify(result)}`).sort()
  const refused = (triesLeft: number) => `2002 {"triesLeft":${triesLeft}}`
  expect(left).toEqual([...Array(48).fill(refused(0)), refused(1), refused(2)])
  expect((await tryCode(phoneNumber, demoCode)).code).toBe(2002)
})

test('a code opens once, also for twenty at once', async () => {
  const phoneNumber = newPhone()
  const { demoCode = '' } = (await send(phoneNumber)).result
  const answers = await Promise.all(Array.from({ length: 20 }, () => tryCode(phoneNumber, demoCode)))
  expect(answers.map(({ code }) => code).sort()).toEqual([0, ...Array(19).fill(2003)])
})

test('a code ends after five minutes, and when a later one was sent', async () => {
  const phoneNumber = newPhone()
  const first = (await send(phoneNumber)).result.demoCode ?? ''
  server.clock.advance(5 * minute)
  expect(await tryCode(phoneNumber, first)).toEqual({
    status: 400,
    code: 2003,
    message: 'verification code expired',
    result: null,
  })
  const second = (await send(phoneNumber)).result.demoCode ?? ''
  server.clock.advance(minute)
  const third = (await send(phoneNumber)).result.demoCode ?? ''
  if (second !== third) expect((await tryCode(phoneNumber, second)).code).toBe(2002)
  expect((await tryCode(phoneNumber, third)).code).toBe(0)
})

test('a phone that was never sent a code answers like one whose code is over', async () => {
  expect((await tryCode(newPhone(), '123456')).code).toBe(2003)
})

test('a code that could not be sent does not count', async () => {
  const phoneNumber = newPhone()
  const send0 = server.services.sms.sendVerificationCode
  server.services.sms.sendVerificationCode = () => Promise.reject(new Error('gateway answered 503'))
  expect(await send(phoneNumber)).toEqual({
    status: 500,
    code: 1005,
    message: 'the code could not be sent',
    result: null,
  })
  server.services.sms.sendVerificationCode = send0
  expect((await send(phoneNumber)).code).toBe(0)
})

test('the gateway gets number, sender and text, and its refusal is an error', async () => {
  const sent: { url: string; headers: unknown; body: unknown }[] = []
  const gateway = { url: 'https://sms.example/send', token: 'gateway-token', sender: 'Handsfree' }
  const answering = (status: number) =>
    gatewaySms(gateway, async (url, init) => {
      sent.push({ url: String(url), headers: init?.headers, body: JSON.parse(String(init?.body)) })
      return new Response(null, { status })
    })
  await answering(202).sendVerificationCode({ dialCode: '86', phoneNumber: '13800138000' }, '012345', 'zh-CN')
  expect(sent).toEqual([
    {
      url: 'https://sms.example/send',
      headers: { 'content-type': 'application/json', authorization: 'Bearer gateway-token' },
      body: {
        to: '+8613800138000',
        from: 'Handsfree',
        text: '您的 Handsfree 验证码是 012345，5 分钟内有效，请勿告诉他人。',
      },
    },
  ])
  const refused = answering(500).sendVerificationCode(
    { dialCode: '1', phoneNumber: '2015550123' },
    '012345',
    'en-US',
  )
  await expect(refused).rejects.toThrow('gateway answered 500')
})
