import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { Services } from '../services.ts'
import { type Fetch, type Gateway, MessageRefused, parseReports, post, requireSecret } from './gateway.ts'
import type { SmsSettings } from './sms-settings.ts'
import { fillTemplate } from './templates.ts'

const Answer = v.object({ Code: v.string(), BizId: v.optional(v.string()) })

const codeOf = (answer: unknown): string | null => (v.is(Answer, answer) ? answer.Code : null)

const Reports = v.array(
  v.object({ biz_id: v.string(), success: v.boolean(), err_code: v.optional(v.string()) }),
)

const algorithm = 'ACS3-HMAC-SHA256'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** RFC 3986. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const queryOf = (params: Record<string, string>): string =>
  Object.entries(params)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')

/** Request signature version 3. All `headers` are signed. */
export function signAlibaba(
  { account, token }: { account: string; token: string },
  { query, headers }: { query: string; headers: Record<string, string> },
): string {
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const signedHeaders = names.join(';')
  const request = ['POST', '/', query, lines, signedHeaders, headers['x-acs-content-sha256']].join('\n')
  const signature = createHmac('sha256', token)
    .update(`${algorithm}\n${sha256(request)}`)
    .digest('hex')
  return `${algorithm} Credential=${account},SignedHeaders=${signedHeaders},Signature=${signature}`
}

const maxValueLength = 35

/** Longer values are refused; a place's cut name is better than no message. A cut link would be useless. */
const shorten = (name: string, value: string): string =>
  name === 'link' || value.length <= maxValueLength ? value : `${value.slice(0, maxValueLength - 1)}…`

/** Alibaba Cloud SMS (Dysmsapi 2017-05-25), which sends templates only. */
export const alibabaGateway = (
  { url, account, token, signature, templates, reportSecret }: Extract<SmsSettings, { gateway: 'alibaba' }>,
  send: Fetch,
  { now, random }: Pick<Services, 'now' | 'random'>,
): Gateway => ({
  async send({ dialCode, phoneNumber }, message) {
    const { id, values } = fillTemplate(templates, message)
    const query = queryOf({
      PhoneNumbers: dialCode === '86' ? phoneNumber : `${dialCode}${phoneNumber}`,
      SignName: signature,
      TemplateCode: id ?? '',
      TemplateParam: JSON.stringify(
        Object.fromEntries(values.map(([name, value]) => [name, shorten(name, value)])),
      ),
    })
    const headers = {
      host: new URL(url).host,
      'x-acs-action': 'SendSms',
      'x-acs-version': '2017-05-25',
      'x-acs-date': now().toISOString().replace(/\.\d+/, ''),
      'x-acs-signature-nonce': random.bytes(16).toString('hex'),
      'x-acs-content-sha256': sha256(''),
    }
    const authorization = signAlibaba({ account, token }, { query, headers })
    const { host: _, ...sentHeaders } = headers
    const request = { headers: { ...sentHeaders, authorization }, body: '' }
    const answer = await post(send, `${url}/?${query}`, request, codeOf)
    if (!v.is(Answer, answer)) throw new Error('the gateway’s answer has no code')
    if (answer.Code !== 'OK') throw new MessageRefused(`the gateway refused the message: ${answer.Code}`)
    return answer.BizId ?? null
  },
  readReports(request) {
    requireSecret(request, reportSecret)
    return parseReports(Reports, request.body).map(({ biz_id, success, err_code }) => ({
      messageId: biz_id,
      isDelivered: success,
      reason: err_code ?? null,
    }))
  },
  reportAnswer: { code: 0, msg: 'ok' },
})
