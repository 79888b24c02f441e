import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { Services } from '../services.ts'
import { type Fetch, type Gateway, MessageRefused, parseReports, post, requireSecret } from './gateway.ts'
import type { SmsSettings } from './sms-settings.ts'
import { fillTemplate } from './templates.ts'

const Failure = v.object({ Code: v.string() })
const Answer = v.object({
  Response: v.union([
    v.object({ Error: Failure }),
    v.object({ SendStatusSet: v.tuple([v.object({ Code: v.string(), SerialNo: v.string() })]) }),
  ]),
})

const Reports = v.array(
  v.object({
    sid: v.string(),
    report_status: v.picklist(['SUCCESS', 'FAIL']),
    errmsg: v.optional(v.string()),
  }),
)

const algorithm = 'TC3-HMAC-SHA256'
const contentType = 'application/json; charset=utf-8'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Request signature version 3. `seconds` since 1970. */
export function signTencent(
  { account, token }: { account: string; token: string },
  { host, body, seconds }: { host: string; body: string; seconds: number },
): string {
  const signedHeaders = 'content-type;host'
  const headers = `content-type:${contentType}\nhost:${host}\n`
  const request = ['POST', '/', '', headers, signedHeaders, sha256(body)].join('\n')
  const day = new Date(seconds * 1_000).toISOString().slice(0, 10)
  const scope = `${day}/sms/tc3_request`
  const key = hmac(hmac(hmac(`TC3${token}`, day), 'sms'), 'tc3_request')
  const signature = hmac(key, [algorithm, seconds, scope, sha256(request)].join('\n')).toString('hex')
  return `${algorithm} Credential=${account}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

/** Tencent Cloud SMS (2021-01-11), which sends templates only. */
export const tencentGateway = (
  {
    url,
    account,
    token,
    app,
    region,
    signature,
    templates,
    reportSecret,
  }: Extract<SmsSettings, { gateway: 'tencent' }>,
  send: Fetch,
  { now }: Pick<Services, 'now'>,
): Gateway => ({
  async send({ dialCode, phoneNumber }, message) {
    const { id, values } = fillTemplate(templates, message)
    const body = JSON.stringify({
      PhoneNumberSet: [`+${dialCode}${phoneNumber}`],
      SmsSdkAppId: app,
      SignName: signature,
      TemplateId: id,
      TemplateParamSet: values.map(([, value]) => value),
    })
    const seconds = Math.floor(now().getTime() / 1_000)
    const headers = {
      'content-type': contentType,
      authorization: signTencent({ account, token }, { host: new URL(url).host, body, seconds }),
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': region,
      'x-tc-timestamp': String(seconds),
    }
    const answer = await post(send, url, { headers, body }, () => null)
    if (!v.is(Answer, answer)) throw new Error('the gateway’s answer has no status')
    const { Response: response } = answer
    const { Code, SerialNo } =
      'Error' in response ? { ...response.Error, SerialNo: null } : response.SendStatusSet[0]
    if (Code !== 'Ok') throw new MessageRefused(`the gateway refused the message: ${Code}`)
    return SerialNo
  },
  readReports(request) {
    requireSecret(request, reportSecret)
    return parseReports(Reports, request.body).map(({ sid, report_status, errmsg }) => ({
      messageId: sid,
      isDelivered: report_status === 'SUCCESS',
      reason: errmsg ?? null,
    }))
  },
  reportAnswer: { result: 0, errmsg: 'OK' },
})
