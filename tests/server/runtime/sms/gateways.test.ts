import { describe, expect, test } from 'vitest'
import type { Sms } from '../../../../server/runtime/services.ts'
import { MessageRefused } from '../../../../server/runtime/sms/gateway.ts'
import { gatewaySms } from '../../../../server/runtime/sms/sms.ts'
import type { SmsSettings } from '../../../../server/runtime/sms/sms-settings.ts'
import type { TextMessage } from '../../../../server/runtime/sms/text-kinds.ts'
import {
  type Answer,
  isSignedForAlibaba,
  isSignedForTencent,
  type Received,
  startGateway,
} from './stand-ins.ts'

const chinese = { dialCode: '86', phoneNumber: '13800138000' }
const american = { dialCode: '1', phoneNumber: '2015550123' }

const services = {
  now: () => new Date('2026-11-21T02:00:00.000Z'),
  random: { bytes: () => Buffer.from('00112233445566778899aabbccddeeff', 'hex'), below: () => 0 },
}
const settings = { publicUrl: 'https://bags.example', origin: 'https://bags.example', rehearsal: null }
const open = (sms: SmsSettings, send?: typeof fetch): Sms => gatewaySms(sms, settings, services, send)

const stored: TextMessage = {
  kind: 'readyToCollect',
  locale: 'zh-CN',
  text: '您的行李已送达',
  values: { orderNumber: '20261121001', pieces: '2', from: '酒店', to: '虹桥火车站(北)' },
}
const templates = {
  code: { 'en-US': 'T1', 'zh-CN': 'T2' },
  readyToCollect: { 'zh-CN': { id: 'T3', values: ['pieces' as const, 'to' as const] } },
}
const common = { signature: '行李', templates, reportSecret: 'reports-secret-1' }

const outcomeOf = (sending: Promise<unknown>) =>
  sending.catch((error: Error) => [error instanceof MessageRefused, error.message])

const reportsOf = (sms: Sms, key: string, body: string, headers = {}) =>
  sms.reports?.read({ key, body: Buffer.from(body), headers })

/** Reads a report with the right key, then with a wrong one. */
function expectSecret(sms: Sms, body: unknown) {
  const text = JSON.stringify(body)
  expect(() => reportsOf(sms, 'reports-secret-2', text)).toThrow('signature not match')
  expect(() => reportsOf(sms, 'twilio', text)).toThrow('signature not match')
  expect(() => reportsOf(sms, 'reports-secret-1', '{"a":1}')).toThrow('param error')
  return reportsOf(sms, 'reports-secret-1', text)
}

describe('a rehearsal', () => {
  test('sends marked texts to listed numbers, and refuses the others', async () => {
    const sent: { to: string; text: string }[] = []
    const record: typeof fetch = async (_, init) => {
      sent.push(JSON.parse(String(init?.body)))
      return new Response('{}')
    }
    const http = { ...common, gateway: 'http', url: 'https://sms.example', token: 't', sender: 's' } as const
    const rehearsal = { smsNumbers: ['+8613800138000'] }
    const sms = gatewaySms(http, { ...settings, rehearsal }, services, record)
    const refused = [true, 'SMS_REHEARSAL_NUMBERS doesn’t list the number']
    expect(await outcomeOf(sms.sendText(american, stored))).toEqual(refused)
    expect(
      await outcomeOf(sms.sendVerificationCode(american, '123456', { locale: 'en-US', brand: 'Handsfree' })),
    ).toEqual(refused)
    await sms.sendText(chinese, stored)
    await sms.sendVerificationCode(chinese, '123456', { locale: 'en-US', brand: 'Handsfree' })
    expect(sent.map(({ to, text }) => [to, text])).toEqual([
      ['+8613800138000', '【演练】您的行李已送达'],
      [
        '+8613800138000',
        "Rehearsal: 123456 is your Handsfree code. It's good for 5 minutes. Don't share it.\n\n@bags.example #123456",
      ],
    ])
  })
})

describe('an HTTP gateway', () => {
  const settingsOf = (url: string): SmsSettings => ({
    ...common,
    gateway: 'http',
    url,
    token: 'gateway-token',
    sender: 'Handsfree',
  })

  test('gets text, template, values, language and signature, and returns its id', async () => {
    const requests: Received[] = []
    const url = await startGateway((received) => {
      requests.push(received)
      return { body: { id: 'm-1' } }
    })
    const sms = open(settingsOf(`${url}/send`))
    expect(await sms.sendVerificationCode(chinese, '012345', { locale: 'zh-CN', brand: 'Handsfree' })).toBe(
      'm-1',
    )
    expect(requests.map(({ request }) => [request.url, request.headers.authorization])).toEqual([
      ['/send', 'Bearer gateway-token'],
    ])
    expect(JSON.parse(requests[0]!.body)).toEqual({
      to: '+8613800138000',
      from: 'Handsfree',
      text: '您的 Handsfree 验证码是 012345，5 分钟内有效，请勿告诉他人。\n\n@bags.example #012345',
      template: 'T2',
      params: { code: '012345', minutes: '5' },
      locale: 'zh-CN',
      signature: '行李',
    })
  })

  test('gets the kind instead of a template that isn’t set', async () => {
    const bodies: string[] = []
    const url = await startGateway(({ body }) => {
      bodies.push(body)
      return { body: null }
    })
    expect(await open({ ...settingsOf(url), templates: {} }).sendText(chinese, stored)).toBe(null)
    expect(JSON.parse(bodies[0]!)).toMatchObject({
      template: 'readyToCollect',
      params: { orderNumber: '20261121001', pieces: '2', to: '虹桥火车站(北)' },
    })
  })

  test('distinguishes a refusal from a missing answer', async () => {
    const answering = async (status: number) =>
      outcomeOf(
        open(settingsOf(await startGateway(() => ({ status, body: null })))).sendText(american, stored),
      )
    expect(await answering(500)).toEqual([true, 'the gateway responded with 500'])
    expect(await answering(504)).toEqual([false, 'the gateway responded with 504'])
  })

  test('reports deliveries to the secret address only', () => {
    const sms = open(settingsOf('https://sms.example/send'))
    const reports = [
      { id: 'm-1', state: 'delivered' },
      { id: 'm-2', state: 'undelivered', reason: 'absent' },
    ]
    expect(expectSecret(sms, reports)).toEqual([
      { messageId: 'm-1', isDelivered: true, reason: null },
      { messageId: 'm-2', isDelivered: false, reason: 'absent' },
    ])
    const silent = open({ ...settingsOf('https://sms.example/send'), reportSecret: null })
    expect(() => reportsOf(silent, 'null', JSON.stringify(reports))).toThrow('signature not match')
  })
})

describe('Twilio', () => {
  const settingsOf = (url: string): SmsSettings => ({
    ...common,
    signature: null,
    gateway: 'twilio',
    url,
    account: 'AC1',
    token: 'secret-of-twilio',
    sender: '+12015550100',
  })
  const answering = (answer: Answer) =>
    startGateway(({ request }) =>
      request.headers.authorization === `Basic ${Buffer.from('AC1:secret-of-twilio').toString('base64')}`
        ? answer
        : { status: 401, body: { code: 20003 } },
    )

  test('gets a form with the address for its reports, and returns its id', async () => {
    const requests: Received[] = []
    const url = await startGateway((received) => {
      requests.push(received)
      return { status: 201, body: { sid: 'SM1' } }
    })
    expect(
      await open(settingsOf(url)).sendVerificationCode(american, '012345', {
        locale: 'en-US',
        brand: 'Handsfree',
      }),
    ).toBe('SM1')
    expect(requests[0]!.url.pathname).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(Object.fromEntries(new URLSearchParams(requests[0]!.body))).toEqual({
      To: '+12015550123',
      From: '+12015550100',
      Body: "012345 is your Handsfree code. It's good for 5 minutes. Don't share it.\n\n@bags.example #012345",
      StatusCallback: 'https://bags.example/api/text-messages/reports/twilio',
    })
    await open({ ...settingsOf(url), sender: 'MG1' } as SmsSettings).sendText(american, stored)
    expect(new URLSearchParams(requests[1]!.body).get('MessagingServiceSid')).toBe('MG1')
  })

  test('refuses with its error code, without the number', async () => {
    const message = "The 'To' number +12015550123 is not a valid phone number."
    const url = await answering({ status: 400, body: { code: 21211, message } })
    expect(await outcomeOf(open(settingsOf(url)).sendText(american, stored))).toEqual([
      true,
      'the gateway responded with 400: 21211',
    ])
    const wrongToken = open({ ...settingsOf(url), token: 'other' })
    expect(await outcomeOf(wrongToken.sendText(american, stored))).toEqual([
      true,
      'the gateway responded with 401: 20003',
    ])
  })

  test('reports deliveries with a signature', () => {
    const sms = open(settingsOf('https://api.twilio.com'))
    const body = 'MessageSid=SM1&MessageStatus=undelivered&ErrorCode=30005&AccountSid=AC1&From=%2B1'
    // Computed by twilio-node 5.
    const headers = { 'x-twilio-signature': 'nyYaYzEKpIEmlaqXW5b35sZ//uI=' }
    expect(reportsOf(sms, 'twilio', body, headers)).toEqual([
      { messageId: 'SM1', isDelivered: false, reason: '30005' },
    ])
    expect(() => reportsOf(sms, 'twilio', body.replace('undelivered', 'delivered'), headers)).toThrow(
      'signature not match',
    )
    expect(() => reportsOf(sms, 'reports-secret-1', body)).toThrow('signature not match')
  })
})

describe('Alibaba Cloud SMS', () => {
  const settingsOf = (url: string): Extract<SmsSettings, { gateway: 'alibaba' }> => ({
    ...common,
    gateway: 'alibaba',
    url,
    account: 'LTAI-id',
    token: 'secret-of-alibaba',
  })
  const answering = (answer: Answer, requests: Received[] = []) =>
    startGateway((received) => {
      requests.push(received)
      return isSignedForAlibaba(received, 'secret-of-alibaba')
        ? answer
        : { status: 400, body: { Code: 'SignatureDoesNotMatch' } }
    })

  test('gets a signed template with named values, and returns its id', async () => {
    const requests: Received[] = []
    const url = await answering({ body: { Code: 'OK', BizId: '9^0' } }, requests)
    const sms = open(settingsOf(url))
    expect(await sms.sendText(chinese, stored)).toBe('9^0')
    expect(await sms.sendText(american, stored)).toBe('9^0')
    expect(requests.map((received) => Object.fromEntries(received.url.searchParams))).toEqual(
      ['13800138000', '12015550123'].map((number) => ({
        PhoneNumbers: number,
        SignName: '行李',
        TemplateCode: 'T3',
        TemplateParam: '{"pieces":"2","to":"虹桥火车站(北)"}',
      })),
    )
  })

  test('gets the signature that its own library computes', async () => {
    let authorization: string | null = null
    const named = { ...templates, code: { 'zh-CN': 'SMS_2' } }
    await open({ ...settingsOf('https://dysmsapi.aliyuncs.com'), templates: named }, async (_, init) => {
      authorization = new Headers(init?.headers).get('authorization')
      return Response.json({ Code: 'OK' })
    }).sendVerificationCode(chinese, '012345', { locale: 'zh-CN', brand: 'Handsfree' })
    // Computed by @alicloud/openapi-util 0.3.
    expect(authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=LTAI-id,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=632d20cb405b1060424a7694e86218269ae38d8852725c2a6a61aa26a1c6d1ac',
    )
  })

  test('gets long values cut to the 35 characters that it accepts', async () => {
    const requests: Received[] = []
    const url = await answering({ body: { Code: 'OK', BizId: '9^0' } }, requests)
    await open(settingsOf(url)).sendText(chinese, { ...stored, values: { pieces: '2', to: '站'.repeat(40) } })
    const params = JSON.parse(requests[0]!.url.searchParams.get('TemplateParam')!)
    expect(params.to).toBe(`${'站'.repeat(34)}…`)
  })

  test('refuses with its code', async () => {
    const url = await answering({ body: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发限制' } })
    expect(await outcomeOf(open(settingsOf(url)).sendText(chinese, stored))).toEqual([
      true,
      'the gateway refused the message: isv.BUSINESS_LIMIT_CONTROL',
    ])
    expect(await outcomeOf(open({ ...settingsOf(url), token: 'other' }).sendText(chinese, stored))).toEqual([
      true,
      'the gateway responded with 400: SignatureDoesNotMatch',
    ])
  })

  test('reports deliveries to the secret address only', () => {
    const report = { phone_number: '13800138000', biz_id: '9^0', success: false, err_code: 'MK:0001' }
    expect(expectSecret(open(settingsOf('https://dysmsapi.aliyuncs.com')), [report])).toEqual([
      { messageId: '9^0', isDelivered: false, reason: 'MK:0001' },
    ])
  })
})

describe('Tencent Cloud SMS', () => {
  const settingsOf = (url: string): Extract<SmsSettings, { gateway: 'tencent' }> => ({
    ...common,
    gateway: 'tencent',
    url,
    account: 'AKID-id',
    token: 'secret-of-tencent',
    app: '1400000001',
    region: 'ap-guangzhou',
  })
  const answering = (answer: unknown, requests: Received[] = []) =>
    startGateway((received) => {
      requests.push(received)
      return isSignedForTencent(received, 'secret-of-tencent')
        ? { body: { Response: answer } }
        : { body: { Response: { Error: { Code: 'AuthFailure.SignatureFailure' } } } }
    })
  const statusOf = (Code: string) => ({ SendStatusSet: [{ Code, SerialNo: '2640:1', PhoneNumber: '+86' }] })

  test('gets a signed template with its values in order, and returns its id', async () => {
    const requests: Received[] = []
    const url = await answering(statusOf('Ok'), requests)
    expect(await open(settingsOf(url)).sendText(chinese, stored)).toBe('2640:1')
    expect(requests[0]!.request.headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
    })
    expect(JSON.parse(requests[0]!.body)).toEqual({
      PhoneNumberSet: ['+8613800138000'],
      SmsSdkAppId: '1400000001',
      SignName: '行李',
      TemplateId: 'T3',
      TemplateParamSet: ['2', '虹桥火车站(北)'],
    })
  })

  test('gets the signature that its own library computes', async () => {
    let authorization: string | null = null
    const named = { ...templates, code: { 'zh-CN': '7002' } }
    await open({ ...settingsOf('https://sms.tencentcloudapi.com'), templates: named }, async (_, init) => {
      authorization = new Headers(init?.headers).get('authorization')
      return Response.json({ Response: statusOf('Ok') })
    }).sendVerificationCode(chinese, '012345', { locale: 'zh-CN', brand: 'Handsfree' })
    // Computed by tencentcloud-sdk-nodejs-common 4.
    expect(authorization).toBe(
      'TC3-HMAC-SHA256 Credential=AKID-id/2026-11-21/sms/tc3_request, SignedHeaders=content-type;host, Signature=f654688d2cc9bbb8475e35870e8b0632f677c4b35489149a9bc29a740c8e0158',
    )
  })

  test('refuses with its code', async () => {
    const url = await answering(statusOf('LimitExceeded.PhoneNumberDailyLimit'))
    expect(await outcomeOf(open(settingsOf(url)).sendText(chinese, stored))).toEqual([
      true,
      'the gateway refused the message: LimitExceeded.PhoneNumberDailyLimit',
    ])
    expect(await outcomeOf(open({ ...settingsOf(url), token: 'other' }).sendText(chinese, stored))).toEqual([
      true,
      'the gateway refused the message: AuthFailure.SignatureFailure',
    ])
  })

  test('reports deliveries to the secret address only', () => {
    const report = { mobile: '13800138000', report_status: 'FAIL', errmsg: 'MK:0001', sid: '2640:1' }
    expect(expectSecret(open(settingsOf('https://sms.tencentcloudapi.com')), [report])).toEqual([
      { messageId: '2640:1', isDelivered: false, reason: 'MK:0001' },
    ])
  })
})
