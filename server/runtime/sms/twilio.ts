import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { type Fetch, type Gateway, post, requireSame } from './gateway.ts'
import type { SmsSettings } from './sms-settings.ts'

const Answer = v.object({ sid: v.string() })
const Refusal = v.object({ code: v.number() })

const codeOf = (answer: unknown): string | null => (v.is(Refusal, answer) ? String(answer.code) : null)

const finalStates = ['delivered', 'undelivered', 'failed']

/** https://www.twilio.com/docs/usage/security: the address, then each parameter's name and value, sorted by name. */
const signatureOf = (token: string, url: string, params: URLSearchParams): string => {
  const text = [...params.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .reduce((before, [name, value]) => before + name + value, url)
  return createHmac('sha1', token).update(text).digest('base64')
}

/** Twilio sends free text. It signs its reports, which it sends to `reportUrl`; null disables them. */
export const twilioGateway = (
  { url, account, token, sender }: Extract<SmsSettings, { gateway: 'twilio' }>,
  send: Fetch,
  reportUrl: string | null,
): Gateway => ({
  async send({ dialCode, phoneNumber }, { text }) {
    const body = new URLSearchParams({
      To: `+${dialCode}${phoneNumber}`,
      [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
      Body: text,
      ...(reportUrl === null ? {} : { StatusCallback: reportUrl }),
    })
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
    }
    const path = `/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
    const answer = await post(send, url + path, { headers, body: String(body) }, codeOf)
    return v.is(Answer, answer) ? answer.sid : null
  },
  readReports({ body, headers }) {
    const params = new URLSearchParams(body.toString())
    requireSame(String(headers['x-twilio-signature']), signatureOf(token, reportUrl ?? '', params))
    const state = params.get('MessageStatus') ?? ''
    const messageId = params.get('MessageSid')
    if (!finalStates.includes(state) || messageId === null) return []
    return [{ messageId, isDelivered: state === 'delivered', reason: params.get('ErrorCode') }]
  },
  reportAnswer: {},
})
